package dev.vspherecloud.ccm.config;

import java.util.List;
import java.util.random.RandomGenerator;

/// Texts that people and password generators choose, and texts that are a bad choice.
final class RandomCredentials {
    private static final String ODD = "'\"\\$%#;=:,&*!|>@`{}[]?-~<^ \t";

    private final RandomGenerator random;

    RandomCredentials(RandomGenerator random) {
        this.random = random;
    }

    String next() {
        return switch (random.nextInt(20)) {
            case 0 -> "";
            case 1 -> blanks(1 + random.nextInt(3));
            case 2, 3 -> blanks(random.nextInt(3)) + some(1 + random.nextInt(20)) + blanks(random.nextInt(3));
            case 4 -> some(random.nextInt(10)) + "\n".repeat(1 + random.nextInt(2));
            case 5 -> some(random.nextInt(10)) + control() + some(random.nextInt(10));
            case 6 -> wellKnown();
            case 7 -> some(80 + random.nextInt(200));
            default -> some(1 + random.nextInt(40));
        };
    }

    private String some(int length) {
        var text = new StringBuilder();
        int style = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    switch (style) {
                        case 0 -> random.nextInt(0x20, 0x7f);
                        case 1 -> random.nextInt(3) == 0 ? ODD.charAt(random.nextInt(ODD.length())) : ascii();
                        case 2 -> random.nextInt(2) == 0 ? unicode() : ascii();
                        default -> ODD.charAt(random.nextInt(ODD.length()));
                    });
        }
        return text.toString();
    }

    private int ascii() {
        return random.nextInt(0x21, 0x7f);
    }

    /// Returns any character, half of the time beyond the first plane, but no unpaired surrogate.
    private int unicode() {
        int c = random.nextBoolean() ? random.nextInt(0xa0, 0x10000) : random.nextInt(0x10000, 0x110000);
        return c >= 0xd800 && c <= 0xdfff ? 0x1f600 : c;
    }

    private String control() {
        return Character.toString(random.nextInt(4) == 0 ? random.nextInt(0x7f, 0xa0) : random.nextInt(0x20));
    }

    private String blanks(int length) {
        return random.nextInt(3) == 0 ? "\t".repeat(length) : " ".repeat(length);
    }

    /// Returns a text that a reader may take for another type.
    private String wellKnown() {
        List<String> texts = List.of(
                "yes",
                "null",
                "~",
                "0123",
                "1e3",
                "0x1F",
                "12:30:45",
                "2026-01-02",
                "!!str x",
                "*a",
                "&a",
                "- a",
                "a: b",
                "a # b",
                "#a",
                ";a",
                "%d%s",
                "${HOME}",
                "$(id)",
                "`id`",
                "DOMAIN\\new",
                "user@vsphere.local",
                "\ufeffmark",
                "---",
                "...",
                "<<",
                "=",
                "a\r\nb",
                "\u2028",
                "e\u0301",
                "\u00a0a\u00a0");
        return texts.get(random.nextInt(texts.size()));
    }
}
