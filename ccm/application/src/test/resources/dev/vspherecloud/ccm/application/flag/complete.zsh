# Prints what zsh offers for a command line: types the words into an interactive zsh, and presses Tab.
# Usage: zsh -f complete.zsh WORD... in the folder of the script complete.zsh; the last word may be empty.
zmodload zsh/zpty || exit 1
offers=$PWD/offers done=$PWD/done
rm -f $done; : >$offers
zpty shell "zsh -f -i"
zpty -w shell "PS1=; autoload -Uz compinit; compinit -D -u; source ./complete.zsh; bindkey '^I' complete-word; offers=$offers"
zpty -w shell 'compadd() {
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a words
        builtin compadd -A words "$@"
        (( $#words )) && print -rl -- $words >>$offers
    fi
    builtin compadd "$@"
}'
# The line editor reports each new line, so no key is typed before it reads keys.
zpty -w shell 'zle-line-init() { print ready >'"$done"' }; zle -N zle-line-init'
until [[ -s $done ]]; do zpty -r -t shell line; done
rm $done
zpty -n -w shell "${(j: :)@}"$'\t'
zpty -n -w shell $'\x15\n'
until [[ -s $done ]]; do zpty -r -t shell line; done
sort -u $offers
