# Says of defaulted comparisons, in front of Doxygen, what would be noise in each header.
s,friend .*operator(==|<=>)\(.*= default;,& ///< Member by member.,
