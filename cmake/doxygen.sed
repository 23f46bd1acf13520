# Before Doxygen reads a header, gives defaulted comparison operators a docstring, so that the
# headers need not repeat it.
s,friend .*operator(==|<=>)\(.*= default;,& ///< Member by member.,

# Replaces the macro DLX_FORMATS by the enumeration that it generates.
/^#define DLX_FORMATS/,/clang-format on/ {
  s|^#define.*|enum class ProblemFormat : std::uint8_t {|
  s|^  row\((\w+), .*, "(.*)"\) *\\?$|  \1,  ///< \2|
  s|^// clang-format on|};|
}
/DLX_FORMATS\(DLX_ROW\) \};/d
