# Says of defaulted comparisons, in front of Doxygen, what would be noise in each header.
s,friend .*operator(==|<=>)\(.*= default;,& ///< Member by member.,

# Shows the enumeration that a table of rows makes.
/^#define DLX_FORMATS/,/clang-format on/ {
  s|^#define.*|enum class ProblemFormat : std::uint8_t {|
  s|^  row\((\w+), .*, "(.*)"\) *\\?$|  \1,  ///< \2|
  s|^// clang-format on|};|
}
/DLX_FORMATS\(DLX_ROW\) \};/d
