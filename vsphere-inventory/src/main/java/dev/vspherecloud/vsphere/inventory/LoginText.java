package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.PlausibleTime;
import dev.vspherecloud.vsphere.inventory.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.LoginRecord.Cooldown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The text form of a [LoginRecord], for a store and for the person who looks into it:
///
/// ```
/// v1
/// user ccm@vsphere.local
/// salt 5f0c7a91d2e84b36
/// attempt 2026-01-01T00:00:00Z refused soap vc-a.example.com:443 a7 4711 Secret kube-system/vcenter
/// rest 2026-01-01T00:00:00Z 2026-01-01T00:05:12Z soap vc-a.example.com:443 a7 1
/// accepted vc-b.example.com:443 3c
/// ```
///
/// A line that can't be read is left out: an older program may meet what a newer one wrote. So is a line with a time
/// that is not plausible, or with a word that is too long.
final class LoginText {
    private static final String VERSION = "v1";
    private static final String NONE = "-";

    /// A line is about 150 characters; a user name has at most 256.
    private static final int LONGEST_LINE = 1_000;

    /// Each login adds one or two lines, and the record forgets those that count no more.
    private static final int MOST_LINES = 10_000;

    private LoginText() {}

    static String of(LoginRecord record) {
        var lines = new ArrayList<String>();
        lines.add(VERSION);
        lines.add("user " + oneBlank(record.user()));
        lines.add("salt " + record.salt());
        record.attempts().forEach(attempt -> lines.add(line(attempt)));
        record.cooldowns().forEach(cooldown -> lines.add(line(cooldown)));
        record.accepted().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> lines.add("accepted " + entry.getKey() + " " + hex(entry.getValue())));
        return String.join("\n", lines) + "\n";
    }

    private static String oneBlank(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String line(Attempt attempt) {
        return String.join(
                " ",
                "attempt",
                attempt.at().toString(),
                lower(attempt.state()),
                lower(attempt.target().side()),
                attempt.target().server(),
                hex(attempt.check()),
                word(attempt.revision()),
                attempt.origin());
    }

    private static String line(Cooldown cooldown) {
        return String.join(
                " ",
                "rest",
                cooldown.since().toString(),
                cooldown.until().toString(),
                lower(cooldown.target().side()),
                cooldown.target().server(),
                hex(cooldown.check()),
                String.valueOf(cooldown.refusals()));
    }

    /// @param fresh what holds where the text says nothing
    static LoginRecord read(String text, LoginRecord fresh) {
        var reading = new Reading(fresh);
        text.lines()
                .filter(line -> line.length() <= LONGEST_LINE)
                .limit(MOST_LINES)
                .forEach(reading::take);
        return reading.record();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    private static String hex(int check) {
        return HexFormat.of().toHexDigits((byte) check);
    }

    private static String word(String text) {
        return text.isEmpty() ? NONE : text;
    }

    /// A record that grows line by line.
    ///
    /// Threads: confined to one reading.
    private static final class Reading {
        private String user;
        private String salt;
        private final List<Attempt> attempts = new ArrayList<>();
        private final List<Cooldown> cooldowns = new ArrayList<>();
        private final Map<String, Integer> accepted = new HashMap<>();

        Reading(LoginRecord fresh) {
            user = fresh.user();
            salt = fresh.salt();
        }

        LoginRecord record() {
            return new LoginRecord(user, salt, attempts, cooldowns, accepted);
        }

        void take(String line) {
            try {
                String[] word = line.split(" ", 8);
                switch (word[0]) {
                    case "user" -> user = oneBlank(line.substring("user ".length()));
                    case "salt" -> salt = word[1];
                    case "attempt" -> attempts.add(attempt(word));
                    case "rest" -> cooldowns.add(cooldown(word));
                    case "accepted" -> accepted.put(word[1], check(word[2]));
                    default -> {}
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
                // Better no line than no record.
            }
        }

        private static Attempt attempt(String[] word) {
            return new Attempt(
                    target(word),
                    time(word[1]),
                    Attempt.State.valueOf(upper(word[2])),
                    check(word[5]),
                    word[7],
                    word[6].equals(NONE) ? "" : word[6]);
        }

        private static Cooldown cooldown(String[] word) {
            return new Cooldown(
                    target(word),
                    check(word[5]),
                    Math.clamp(Integer.parseInt(word[6]), 0, Cooldown.MOST_REFUSALS),
                    time(word[1]),
                    time(word[2]));
        }

        private static LoginTarget target(String[] word) {
            return new LoginTarget(word[4], LoginSide.valueOf(upper(word[3])));
        }

        private static Instant time(String text) {
            return PlausibleTime.parse(text).orElseThrow(() -> new IllegalArgumentException("no time: " + text));
        }

        private static int check(String hex) {
            return Integer.parseInt(hex, 16) & (LoginRecord.CHECKS - 1);
        }
    }
}
