// Unfit on purpose: its control does not compile either.
int number() {
#ifdef CONTROL
  return "text";
#else
  return "text";  // refused
#endif
}
