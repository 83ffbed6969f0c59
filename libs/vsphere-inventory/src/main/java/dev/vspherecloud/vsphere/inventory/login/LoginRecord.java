package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.domain.vm.PlausibleTime;
import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The record of one user's logins, over all vCenters: linked vCenters share the account, and vCenter does not say
/// which are linked. Each step makes a new value.
///
/// Its text form, for a store and for a person who reads it:
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
/// An unreadable line is ignored: a newer program may have written it. So is a line with a time that is not
/// plausible, or with a field that is too long.
///
/// @param user     in lower case
/// @param salt     of the checks; the same as long as the record lives
/// @param attempts those that count, and some older ones; in the order in which they were made
/// @param accepted the check of the password that SOAP accepted last, by server
record LoginRecord(
        String user, String salt, List<Attempt> attempts, List<Cooldown> cooldowns, Map<String, Integer> accepted) {
    /// Longer than the window of any rule.
    private static final Duration REMEMBERED =
            LoginPolicy.WINDOW.plus(LoginPolicy.YIELD).plusMinutes(1);

    /// A cooldown that ended this long ago does not count any more.
    private static final Duration COOLDOWN_REMEMBERED = Duration.ofHours(2);

    /// The number of different values of a check.
    static final int CHECKS = 256;

    private static final String VERSION = "v1";

    /// Stands for an empty field.
    private static final String NONE = "-";

    /// A line is about 150 characters; a user name has at most 256.
    private static final int LONGEST_LINE = 1_000;

    /// Each login adds one or two lines, and the record drops those that no longer count.
    private static final int MOST_LINES = 10_000;

    /// A login that was tried and not accepted, or not yet.
    ///
    /// @param at       when it was recorded, or refused
    /// @param check    of the password, see [LoginRecord#check]
    /// @param origin   where the credentials come from, for people
    /// @param revision of that place, as the `resourceVersion` of a Secret; may be empty
    record Attempt(LoginTarget target, Instant at, State state, int check, String origin, String revision) {
        enum State {
            /// The attempt was recorded before it was sent. If the process dies, it stays in this state and counts
            /// like a refusal.
            PENDING("pending"),
            REFUSED("refused"),
            UNANSWERED("unanswered");

            private final String word;

            State(String word) {
                this.word = word;
            }

            /// Returns the text for the Lease, as in `pending`. It stays when the constant is renamed.
            String word() {
                return word;
            }

            /// Parses the text, in any case.
            ///
            /// @throws IllegalArgumentException if it names no state
            static State parse(String word) {
                for (State state : values()) {
                    if (state.word.equalsIgnoreCase(word)) {
                        return state;
                    }
                }
                throw new IllegalArgumentException("not a state of a login: " + word);
            }
        }

        Attempt {
            origin = origin.replaceAll("\\s+", " ").strip();
            revision = revision.replaceAll("\\s+", "_");
        }

        private static Attempt parse(String[] word) {
            return new Attempt(
                    LoginTarget.parse(word[3], word[4]),
                    time(word[1]),
                    State.parse(word[2]),
                    parseCheck(word[5]),
                    word[7],
                    word[6].equals(NONE) ? "" : word[6]);
        }

        private String line() {
            return String.join(
                    " ",
                    "attempt",
                    at.toString(),
                    state.word(),
                    target.text(),
                    hex(check),
                    revision.isEmpty() ? NONE : revision,
                    origin);
        }

        Attempt became(State now, Instant when) {
            return new Attempt(target, when, now, check, origin, revision);
        }
    }

    /// A time during which failed credentials are not tried again over that protocol at that server.
    ///
    /// @param check    of the password
    /// @param refusals in a row; 0 if there was no answer
    /// @param since    when the login failed
    /// @param until    when the cooldown is over
    record Cooldown(LoginTarget target, int check, int refusals, Instant since, Instant until) {
        static final Duration SHORTEST = Duration.ofMinutes(5);
        static final Duration LONGEST = Duration.ofHours(1);
        static final Duration UNANSWERED = Duration.ofMinutes(1);

        /// The limit of the count: the cooldown reaches its longest time long before.
        static final int MOST_REFUSALS = 1_000_000;

        /// The largest fraction that is added to each cooldown, so that not all clusters of a site try at the same
        /// moment.
        static final double JITTER = 0.2;

        /// @param refusals       in a row, 1 or more
        /// @param acceptedBefore whether the password was accepted before: then the identity source is more
        ///     likely
        ///                       to be out of order than the password to be wrong
        /// @param random         0 to 1
        static Duration afterRefusal(int refusals, boolean acceptedBefore, double random) {
            Duration base = acceptedBefore ? SHORTEST : SHORTEST.multipliedBy(1L << Math.min(refusals - 1, 10));
            return jittered(base.compareTo(LONGEST) < 0 ? base : LONGEST, random);
        }

        static Duration jittered(Duration base, double random) {
            return base.plusMillis((long) (base.toMillis() * JITTER * random));
        }

        private static Cooldown parse(String[] word) {
            return new Cooldown(
                    LoginTarget.parse(word[3], word[4]),
                    parseCheck(word[5]),
                    Math.clamp(Integer.parseInt(word[6]), 0, MOST_REFUSALS),
                    time(word[1]),
                    time(word[2]));
        }

        private String line() {
            return String.join(
                    " ",
                    "rest",
                    since.toString(),
                    until.toString(),
                    target.text(),
                    hex(check),
                    String.valueOf(refusals));
        }

        /// Returns the same cooldown with another start.
        Cooldown begunAt(Instant start) {
            return new Cooldown(target, check, refusals, start, start.plus(Duration.between(since, until)));
        }
    }

    LoginRecord {
        attempts = List.copyOf(attempts);
        cooldowns = List.copyOf(cooldowns);
        accepted = Map.copyOf(accepted);
    }

    static LoginRecord fresh(String user, String salt) {
        return new LoginRecord(user, salt, List.of(), List.of(), Map.of());
    }

    /// @param fresh supplies the values that the text lacks
    static LoginRecord parse(String text, LoginRecord fresh) {
        String user = fresh.user();
        String salt = fresh.salt();
        var attempts = new ArrayList<Attempt>();
        var cooldowns = new ArrayList<Cooldown>();
        var accepted = new HashMap<String, Integer>();
        List<String> lines = text.lines()
                .filter(line -> line.length() <= LONGEST_LINE)
                .limit(MOST_LINES)
                .toList();
        for (String line : lines) {
            String[] word = line.split(" ", 8);
            try {
                switch (word[0]) {
                    case "user" -> user = oneBlank(line.substring("user ".length()));
                    case "salt" -> salt = word[1];
                    case "attempt" -> attempts.add(Attempt.parse(word));
                    case "rest" -> cooldowns.add(Cooldown.parse(word));
                    case "accepted" -> accepted.put(word[1], parseCheck(word[2]));
                    default -> {}
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
                // Losing one line is better than losing the record.
            }
        }
        return new LoginRecord(user, salt, attempts, cooldowns, accepted);
    }

    /// Returns the text for a store, see [#parse].
    String text() {
        var lines = new ArrayList<>(List.of(VERSION, "user " + oneBlank(user), "salt " + salt));
        attempts.forEach(attempt -> lines.add(attempt.line()));
        cooldowns.forEach(cooldown -> lines.add(cooldown.line()));
        accepted.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> lines.add("accepted " + entry.getKey() + " " + hex(entry.getValue())));
        return String.join("\n", lines) + "\n";
    }

    private static String oneBlank(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String hex(int check) {
        return HexFormat.of().toHexDigits((byte) check);
    }

    private static int parseCheck(String hex) {
        return Integer.parseInt(hex, 16) & (CHECKS - 1);
    }

    private static Instant time(String text) {
        return PlausibleTime.parse(text).orElseThrow(() -> new IllegalArgumentException("not a time: " + text));
    }

    /// Returns eight bits by which a later process sees whether a password was changed since it was refused.
    ///
    /// One other password in 256 has the same check, and waits as if it were the refused one. A person who reads
    /// the record and guesses passwords can exclude all passwords with another check. The salt stays, so they
    /// learn no more than that however often the record is written.
    ///
    /// @return 0 to 255
    static int check(Secret password, String salt) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt.getBytes(StandardCharsets.UTF_8));
            return Byte.toUnsignedInt(digest.digest(password.reveal().getBytes(StandardCharsets.UTF_8))[0]);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    Optional<Cooldown> cooldown(LoginTarget target) {
        return cooldowns.stream().filter(each -> each.target().equals(target)).findFirst();
    }

    boolean wasAccepted(String server, int check) {
        return accepted.getOrDefault(server, -1) == check;
    }

    /// Returns true if the password that SOAP accepted last there is known and was a different one.
    boolean wasAcceptedWithAnother(String server, int check) {
        return accepted.getOrDefault(server, check) != check;
    }

    /// Returns true if this user logs in to other servers, too.
    boolean knowsOthersThan(String server) {
        return accepted.keySet().stream().anyMatch(other -> !other.equals(server))
                || attempts.stream()
                        .anyMatch(attempt -> !attempt.target().server().equals(server))
                || cooldowns.stream().anyMatch(each -> !each.target().server().equals(server));
    }

    LoginRecord without(Predicate<Attempt> left) {
        return new LoginRecord(
                user, salt, attempts.stream().filter(left.negate()).toList(), cooldowns, accepted);
    }

    /// Adds a login that is about to be sent, and drops old entries.
    LoginRecord attempted(Attempt attempt) {
        Instant now = attempt.at();
        var kept = new ArrayList<>(attempts.stream()
                .filter(each -> each.at().isAfter(now.minus(REMEMBERED)))
                .toList());
        kept.add(attempt);
        List<Cooldown> cooling = cooldowns.stream()
                .filter(each -> each.until().isAfter(now.minus(COOLDOWN_REMEMBERED)))
                .toList();
        return new LoginRecord(user, salt, kept, cooling, accepted);
    }

    /// Sets the outcome of the last login that was sent there.
    ///
    /// An accepted login drops only its own attempt: a server may then reset its count of failures, but not every
    /// server does.
    ///
    /// @param random 0 to 1
    LoginRecord settled(LoginTarget target, LoginOutcome fate, Instant now, double random) {
        int last = lastPending(target);
        if (last < 0) {
            return this;
        }
        Attempt attempt = attempts.get(last);
        return switch (fate) {
            case ACCEPTED -> replaced(last, Optional.empty()).opened(target, attempt.check());
            case TAKEN_BACK -> replaced(last, Optional.empty());
            case REFUSED ->
                replaced(last, Optional.of(attempt.became(Attempt.State.REFUSED, now)))
                        .cooling(afterRefusal(attempt, now, random));
            case UNANSWERED ->
                replaced(last, Optional.of(attempt.became(Attempt.State.UNANSWERED, now)))
                        .cooling(afterSilence(attempt, now, random));
        };
    }

    private int lastPending(LoginTarget target) {
        for (int i = attempts.size() - 1; i >= 0; i--) {
            Attempt attempt = attempts.get(i);
            if (attempt.target().equals(target) && attempt.state() == Attempt.State.PENDING) {
                return i;
            }
        }
        return -1;
    }

    private Cooldown afterRefusal(Attempt attempt, Instant now, double random) {
        int refusals = Math.min(refusalsOf(attempt) + 1, Cooldown.MOST_REFUSALS);
        boolean acceptedBefore = attempt.target().side() == LoginProtocol.SOAP
                && wasAccepted(attempt.target().server(), attempt.check());
        return cooldown(attempt, refusals, now, Cooldown.afterRefusal(refusals, acceptedBefore, random));
    }

    private Cooldown afterSilence(Attempt attempt, Instant now, double random) {
        return cooldown(attempt, refusalsOf(attempt), now, Cooldown.jittered(Cooldown.UNANSWERED, random));
    }

    private static Cooldown cooldown(Attempt attempt, int refusals, Instant now, Duration length) {
        return new Cooldown(attempt.target(), attempt.check(), refusals, now, now.plus(length));
    }

    private int refusalsOf(Attempt attempt) {
        return cooldown(attempt.target())
                .filter(each -> each.check() == attempt.check())
                .map(Cooldown::refusals)
                .orElse(0);
    }

    private LoginRecord replaced(int index, Optional<Attempt> attempt) {
        var others = new ArrayList<>(attempts);
        others.remove(index);
        attempt.ifPresent(others::add);
        return new LoginRecord(user, salt, others, cooldowns, accepted);
    }

    private LoginRecord cooling(Cooldown cooldown) {
        var others = new ArrayList<>(cooldowns);
        others.removeIf(each -> each.target().equals(cooldown.target()));
        others.add(cooldown);
        return new LoginRecord(user, salt, attempts, others, accepted);
    }

    private LoginRecord opened(LoginTarget target, int check) {
        List<Cooldown> others =
                cooldowns.stream().filter(each -> !each.target().equals(target)).toList();
        var checks = new HashMap<>(accepted);
        if (target.side() == LoginProtocol.SOAP) {
            checks.put(target.server(), check);
        }
        return new LoginRecord(user, salt, attempts, others, checks);
    }

    /// Moves later times back to this one, since the clock may have been set back.
    LoginRecord notAfter(Instant now) {
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .map(each -> each.at().isAfter(now) ? each.became(each.state(), now) : each)
                        .toList(),
                cooldowns.stream()
                        .map(each -> each.since().isAfter(now) ? each.begunAt(now) : each)
                        .toList(),
                accepted);
    }

    /// Adapts the record after the clock was set. The attempts that counted count from now on, which is safe also
    /// if this is done twice.
    LoginRecord afterStep(Instant before, Instant after) {
        Instant oldest = before.minus(LoginPolicy.WINDOW).minus(LoginPolicy.YIELD);
        Duration step = Duration.between(before, after);
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .filter(each -> each.at().isAfter(oldest))
                        .map(each -> each.became(each.state(), after))
                        .toList(),
                cooldowns.stream()
                        .map(each -> each.begunAt(each.since().plus(step)))
                        .toList(),
                accepted);
    }
}
