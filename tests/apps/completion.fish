# completion.fish DLX: what fish completes.
set dlx (realpath $argv[1])
set folder (mktemp -d)
cd $folder
touch problem.dlx problem.other
mkdir parts
$dlx completion fish | source
set failed 0

function expect # expect LINE CANDIDATES...
    set -l found (complete -C $argv[1] | string replace -r '\t.*' '' | sort)
    set -l wanted (printf '%s\n' $argv[2..] | string match -v '' | sort)
    if test "$found" != "$wanted"
        printf '%s:\n found %s\nwanted %s\n' $argv[1] "$found" "$wanted"
        set -g failed 1
    end
end

expect 'dlx so' soma solve
expect 'dlx help marg' marginals
expect 'dlx count --node' --node-limit
expect 'dlx count --engine ' auto bit_matrix dancing_cells dancing_links item_bits learning_cells
expect 'dlx count --node-limit '
expect 'dlx count prob' problem.dlx problem.other
expect 'dlx solve count --node' --node-limit
expect 'dlx split --output par' parts/
expect 'dlx cube bl' blue
expect 'dlx snake chr' christmas
expect 'dlx queens p'
expect 'dlx completion ' bash fish zsh
expect 'dlx man langf' langford
rm -rf $folder
exit $failed
