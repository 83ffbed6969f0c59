package dev.vspherecloud.testkit.demo;

/// Terminal colours, or none.
enum AnsiColors {
    COLOURED,
    PLAIN;

    String good(String text) {
        return in("32", text);
    }

    String waiting(String text) {
        return in("33", text);
    }

    String strong(String text) {
        return in("1", text);
    }

    private String in(String colour, String text) {
        return switch (this) {
            case COLOURED -> "\033[" + colour + "m" + text + "\033[0m";
            case PLAIN -> text;
        };
    }
}
