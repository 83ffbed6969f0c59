package dev.vspherecloud.ccm.application.flag;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A shell for which this program has a completion script.
enum Shell {
    BASH("bash"),
    ZSH("zsh"),
    FISH("fish");

    private final String text;

    Shell(String text) {
        this.text = text;
    }

    static Optional<Shell> of(String name) {
        return Arrays.stream(values())
                .filter(shell -> shell.toString().equals(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Shell::toString).toList();
    }

    /// Returns the script that completes the command line of this program.
    String script() {
        return switch (this) {
            case BASH -> BashCompletion.script();
            case ZSH -> ZshCompletion.script();
            case FISH -> FishCompletion.script();
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
