# completion.zsh DLX: what zsh completes, as somebody types in a terminal. Exit code 77: none can
# be had.
zmodload zsh/zpty || exit 77
dlx=$1:A
folder=$(mktemp -d)
trap 'rm -rf $folder' EXIT
mkdir $folder/functions $folder/work
$dlx completion zsh >$folder/functions/_dlx || exit 1
zsh -n $folder/functions/_dlx || exit 1
touch $folder/work/problem.dlx

zpty terminal zsh -f -i || { echo "skipped: there are no terminals" && exit 77 }
zpty -w terminal "cd $folder/work; PS1=; PROMPT_EOL_MARK=; TERM=dumb; unset zle_bracketed_paste"
zpty -w terminal "fpath=($folder/functions \$fpath); autoload -U compinit; compinit -u -D"
# What is typed is echoed, perhaps twice, but a completed word is seen nowhere else; "@" is behind it. If
# it never comes, the test runs into its time limit.
expect() {  # expect TYPED COMPLETED
  local seen
  print -r -- "$1: waiting for $2"
  zpty -w -n terminal "$1"$'\t'@
  zpty -r terminal seen "*$2*@*" || { print -r -- "and saw ${(V)seen}"; exit 1 }
  zpty -w -n terminal $'\x15'
}
expect 'dlx langf' 'dlx langford'
expect 'dlx help marg' 'help marginals'
expect 'dlx count --node-' 'node-limit='
expect 'dlx count --engine=bi' 'engine=bit_matrix'
expect 'dlx count --engine bi' 'engine bit_matrix'
expect 'dlx count pro' 'count problem.dlx'
expect 'dlx cube bl' 'cube blue'
expect 'dlx man langf' 'man langford'
zpty -d terminal
