# The target `docs` writes the reference of the public headers into docs/html of the build folder.
# Doxygen's warnings are errors, because every public name must have a docstring.
find_package(Doxygen 1.9.4 QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()

set(DOXYGEN_PROJECT_NUMBER ${PROJECT_VERSION})
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE README.md)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR})
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_SOURCE_DIR})
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_DISTRIBUTE_GROUP_DOC YES)
set(DOXYGEN_BUILTIN_STL_SUPPORT YES)
set(DOXYGEN_EXCLUDE_SYMBOLS dlx::detail)
set(DOXYGEN_EXAMPLE_PATH examples)
set(DOXYGEN_INPUT_FILTER "sed -E -f '${PROJECT_SOURCE_DIR}/cmake/doxygen.sed'")
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
# The check of the reference reads the XML, because Doxygen 1.9.4 does not warn about enumerators
# without a docstring.
set(DOXYGEN_GENERATE_XML YES)
set(DOXYGEN_XML_PROGRAMLISTING NO)

dlx_public_headers(headers)
file(GLOB pages RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/docs/*.md
     ${PROJECT_SOURCE_DIR}/docs/cases/*.md)
doxygen_add_docs(docs ${headers} README.md ${pages} ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md
                 SECURITY.md check/CERTIFICATES.md tests/apps/FAULTS.md
                 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMENT "Writing the reference")
