# The recipes in packaging/ of SOURCE say what the build says: the version, the options by their
# names, and a dependency for each package that is asked for. What asks for which is written here.
file(STRINGS ${SOURCE}/dlx/version.hpp version REGEX "define DLX_VERSION")
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" version "${version}")
file(READ ${SOURCE}/CMakeLists.txt build)
file(READ ${SOURCE}/apps/CMakeLists.txt apps)
file(READ ${SOURCE}/check/CMakeLists.txt check)
file(READ ${SOURCE}/packaging/vcpkg/dlx/vcpkg.json manifest)
file(READ ${SOURCE}/packaging/vcpkg/dlx/portfile.cmake port)
file(READ ${SOURCE}/packaging/conan/conanfile.py conan)

string(JSON manifest_version GET "${manifest}" version)
if(NOT manifest_version STREQUAL version)
  message(SEND_ERROR "vcpkg.json says version ${manifest_version}, the project is ${version}")
endif()
foreach(recipe IN ITEMS port conan)
  string(REGEX MATCHALL "DLX_[A-Z]+" options "${${recipe}}")
  list(REMOVE_ITEM options DLX_VERSION)
  if(NOT options)
    message(SEND_ERROR "${recipe}: sets no options")
  endif()
  foreach(option IN LISTS options)
    if(NOT build MATCHES "option\\(${option} ")
      message(SEND_ERROR "${recipe}: there is no option ${option}")
    endif()
  endforeach()
endforeach()

# What find_package finds, the names of its ports and of its recipe; - where there is none.
set(known
  "Boost|boost-container boost-graph boost-multiprecision|boost"
  "Threads|-|-"
  "ZLIB|zlib|zlib"
  "OpenSSL|openssl|openssl"
  "nlohmann_json|nlohmann-json|nlohmann_json"
  "tsl-robin-map|robin-map|tsl-robin-map"
  "SQLite3|sqlite3|sqlite3"
  "pugixml|pugixml|pugixml"
  "PkgConfig|-|-"
  "CLI11|cli11|cli11"
  "fmt|fmt|fmt")
string(REGEX MATCHALL "find_package\\([A-Za-z0-9_-]+" found "${build}${apps}${check}")
if(NOT found)
  message(SEND_ERROR "the build finds no packages")
endif()
foreach(package IN LISTS found)
  string(REPLACE "find_package(" "" package "${package}")
  set(line ${known})
  list(FILTER line INCLUDE REGEX "^${package}\\|")
  if(NOT line)
    message(SEND_ERROR "the recipes know nothing of the package ${package}")
    continue()
  endif()
  string(REPLACE "|" ";" line "${line}")
  list(GET line 1 ports)
  list(GET line 2 recipe)
  string(REPLACE " " ";" ports "${ports}")
  foreach(name IN LISTS ports)
    if(NOT name STREQUAL "-" AND NOT manifest MATCHES "\"${name}\"")
      message(SEND_ERROR "vcpkg.json does not depend on ${name}")
    endif()
  endforeach()
  if(NOT recipe STREQUAL "-" AND NOT conan MATCHES "self.requires\\(\"${recipe}/")
    message(SEND_ERROR "conanfile.py does not require ${recipe}")
  endif()
endforeach()

if(PYTHON)
  # Compiled, and nothing written beside it.
  execute_process(COMMAND ${PYTHON} -c "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')"
                  ${SOURCE}/packaging/conan/conanfile.py COMMAND_ERROR_IS_FATAL ANY)
endif()
