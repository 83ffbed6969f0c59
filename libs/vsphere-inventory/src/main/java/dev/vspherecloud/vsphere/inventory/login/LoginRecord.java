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
    private static final Duration ATTEMPT_RETENTION =
            LoginPolicy.WINDOW.plus(LoginPolicy.EXTRA_DELAY).plusMinutes(1);

    /// A cooldown that ended this long ago does not count any more.
    private static final Duration COOLDOWN_RETENTION = Duration.ofHours(2);

    /// The number of different values of a check.
    static final int CHECKSUMS = 256;

    private static final String VERSION = "v1";

    /// Stands for an empty field.
    private static final String NONE = "-";

    /// A line is about 150 characters; a user name has at most 256.
    private static final int MAX_LINE_LENGTH = 1_000;

    /// Each login adds one or two lines, and the record drops those that no longer count.
    private static final int MAX_LINES = 10_000;

    /// A login that was tried and not accepted, or not yet.
    ///
    /// @param at       when it was recorded, or refused
    /// @param checksum    of the password, see [LoginRecord#checksum]
    /// @param origin   where the credentials come from, for people
    /// @param revision of that place, as the `resourceVersion` of a Secret; may be empty
    record Attempt(LoginTarget target, Instant at, State state, int checksum, String origin, String revision) {
        enum State {
            /// The attempt was recorded before it was sent. If the process dies, it stays in this state and counts
            /// like a refusal.
            PENDING("pending"),
            REFUSED("refused"),
            UNANSWERED("unanswered");

            private final String text;

            State(String text) {
                this.text = text;
            }

            /// Returns the text for the Lease, as in `pending`. It stays when the constant is renamed.
            String text() {
                return text;
            }

            /// Parses the text, in any case.
            ///
            /// @throws IllegalArgumentException if it names no state
            static State parse(String text) {
                for (State state : values()) {
                    if (state.text.equalsIgnoreCase(text)) {
                        return state;
                    }
                }
                throw new IllegalArgumentException("not a state of a login: " + text);
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
                    parseChecksum(word[5]),
                    word[7],
                    word[6].equals(NONE) ? "" : word[6]);
        }

        private String toLine() {
            return String.join(
                    " ",
                    "attempt",
                    at.toString(),
                    state.text(),
                    target.text(),
                    hex(checksum),
                    revision.isEmpty() ? NONE : revision,
                    origin);
        }

        Attempt withState(State now, Instant when) {
            return new Attempt(target, when, now, checksum, origin, revision);
        }
    }

    /// A time during which failed credentials are not tried again over that protocol at that server.
    ///
    /// @param checksum    of the password
    /// @param refusals in a row; 0 if there was no answer
    /// @param since    when the login failed
    /// @param until    when the cooldown is over
    record Cooldown(LoginTarget target, int checksum, int refusals, Instant since, Instant until) {
        static final Duration MIN_LENGTH = Duration.ofMinutes(5);
        static final Duration MAX_LENGTH = Duration.ofHours(1);
        static final Duration UNANSWERED_LENGTH = Duration.ofMinutes(1);

        /// The limit of the count: the cooldown reaches its longest time long before.
        static final int MAX_REFUSALS = 1_000_000;

        /// The largest fraction that is added to each cooldown, so that not all clusters of a site try at the same
        /// moment.
        static final double JITTER = 0.2;

        /// @param refusals       in a row, 1 or more
        /// @param acceptedBefore whether the password was accepted before: then the identity source is more
        ///     likely
        ///                       to be out of order than the password to be wrong
        /// @param random         0 to 1
        static Duration lengthAfterRefusal(int refusals, boolean acceptedBefore, double random) {
            Duration base = acceptedBefore ? MIN_LENGTH : MIN_LENGTH.multipliedBy(1L << Math.min(refusals - 1, 10));
            return withJitter(base.compareTo(MAX_LENGTH) < 0 ? base : MAX_LENGTH, random);
        }

        static Duration withJitter(Duration base, double random) {
            return base.plusMillis((long) (base.toMillis() * JITTER * random));
        }

        private static Cooldown parse(String[] word) {
            return new Cooldown(
                    LoginTarget.parse(word[3], word[4]),
                    parseChecksum(word[5]),
                    Math.clamp(Integer.parseInt(word[6]), 0, MAX_REFUSALS),
                    time(word[1]),
                    time(word[2]));
        }

        private String toLine() {
            return String.join(
                    " ",
                    "rest",
                    since.toString(),
                    until.toString(),
                    target.text(),
                    hex(checksum),
                    String.valueOf(refusals));
        }

        /// Returns the same cooldown with another start.
        Cooldown withStart(Instant start) {
            return new Cooldown(target, checksum, refusals, start, start.plus(Duration.between(since, until)));
        }
    }

    LoginRecord {
        attempts = List.copyOf(attempts);
        cooldowns = List.copyOf(cooldowns);
        accepted = Map.copyOf(accepted);
    }

    static LoginRecord empty(String user, String salt) {
        return new LoginRecord(user, salt, List.of(), List.of(), Map.of());
    }

    /// @param defaults supplies the values that the text lacks
    static LoginRecord parse(String text, LoginRecord defaults) {
        String user = defaults.user();
        String salt = defaults.salt();
        var attempts = new ArrayList<Attempt>();
        var cooldowns = new ArrayList<Cooldown>();
        var accepted = new HashMap<String, Integer>();
        List<String> lines = text.lines()
                .filter(line -> line.length() <= MAX_LINE_LENGTH)
                .limit(MAX_LINES)
                .toList();
        for (String line : lines) {
            String[] word = line.split(" ", 8);
            try {
                switch (word[0]) {
                    case "user" -> user = normalizeBlanks(line.substring("user ".length()));
                    case "salt" -> salt = word[1];
                    case "attempt" -> attempts.add(Attempt.parse(word));
                    case "rest" -> cooldowns.add(Cooldown.parse(word));
                    case "accepted" -> accepted.put(word[1], parseChecksum(word[2]));
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
        var lines = new ArrayList<>(List.of(VERSION, "user " + normalizeBlanks(user), "salt " + salt));
        attempts.forEach(attempt -> lines.add(attempt.toLine()));
        cooldowns.forEach(cooldown -> lines.add(cooldown.toLine()));
        accepted.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> lines.add("accepted " + entry.getKey() + " " + hex(entry.getValue())));
        return String.join("\n", lines) + "\n";
    }

    private static String normalizeBlanks(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String hex(int checksum) {
        return HexFormat.of().toHexDigits((byte) checksum);
    }

    private static int parseChecksum(String hex) {
        return Integer.parseInt(hex, 16) & (CHECKSUMS - 1);
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
    static int checksum(Secret password, String salt) {
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

    boolean wasAccepted(String server, int checksum) {
        return accepted.getOrDefault(server, -1) == checksum;
    }

    /// Returns true if the password that SOAP accepted last there is known and was a different one.
    boolean wasAcceptedWithOtherPassword(String server, int checksum) {
        return accepted.getOrDefault(server, checksum) != checksum;
    }

    /// Returns true if this user logs in to other servers, too.
    boolean hasServersOtherThan(String server) {
        return accepted.keySet().stream().anyMatch(other -> !other.equals(server))
                || attempts.stream()
                        .anyMatch(attempt -> !attempt.target().server().equals(server))
                || cooldowns.stream().anyMatch(each -> !each.target().server().equals(server));
    }

    LoginRecord without(Predicate<Attempt> excluded) {
        return new LoginRecord(
                user, salt, attempts.stream().filter(excluded.negate()).toList(), cooldowns, accepted);
    }

    /// Adds a login that is about to be sent, and drops old entries.
    LoginRecord withAttempt(Attempt attempt) {
        Instant now = attempt.at();
        var kept = new ArrayList<>(attempts.stream()
                .filter(each -> each.at().isAfter(now.minus(ATTEMPT_RETENTION)))
                .toList());
        kept.add(attempt);
        List<Cooldown> keptCooldowns = cooldowns.stream()
                .filter(each -> each.until().isAfter(now.minus(COOLDOWN_RETENTION)))
                .toList();
        return new LoginRecord(user, salt, kept, keptCooldowns, accepted);
    }

    /// Sets the outcome of the last login that was sent there.
    ///
    /// An accepted login drops only its own attempt: a server may then reset its count of failures, but not every
    /// server does.
    ///
    /// @param random 0 to 1
    LoginRecord withOutcome(LoginTarget target, LoginOutcome outcome, Instant now, double random) {
        int last = indexOfLastPending(target);
        if (last < 0) {
            return this;
        }
        Attempt attempt = attempts.get(last);
        return switch (outcome) {
            case ACCEPTED -> withReplaced(last, Optional.empty()).withAccepted(target, attempt.checksum());
            case NOT_CHECKED -> withReplaced(last, Optional.empty());
            case REFUSED ->
                withReplaced(last, Optional.of(attempt.withState(Attempt.State.REFUSED, now)))
                        .withCooldown(cooldownAfterRefusal(attempt, now, random));
            case UNANSWERED ->
                withReplaced(last, Optional.of(attempt.withState(Attempt.State.UNANSWERED, now)))
                        .withCooldown(cooldownAfterNoAnswer(attempt, now, random));
        };
    }

    private int indexOfLastPending(LoginTarget target) {
        for (int i = attempts.size() - 1; i >= 0; i--) {
            Attempt attempt = attempts.get(i);
            if (attempt.target().equals(target) && attempt.state() == Attempt.State.PENDING) {
                return i;
            }
        }
        return -1;
    }

    private Cooldown cooldownAfterRefusal(Attempt attempt, Instant now, double random) {
        int refusals = Math.min(refusalsBefore(attempt) + 1, Cooldown.MAX_REFUSALS);
        boolean acceptedBefore = attempt.target().protocol() == LoginProtocol.SOAP
                && wasAccepted(attempt.target().server(), attempt.checksum());
        return cooldown(attempt, refusals, now, Cooldown.lengthAfterRefusal(refusals, acceptedBefore, random));
    }

    private Cooldown cooldownAfterNoAnswer(Attempt attempt, Instant now, double random) {
        return cooldown(attempt, refusalsBefore(attempt), now, Cooldown.withJitter(Cooldown.UNANSWERED_LENGTH, random));
    }

    private static Cooldown cooldown(Attempt attempt, int refusals, Instant now, Duration length) {
        return new Cooldown(attempt.target(), attempt.checksum(), refusals, now, now.plus(length));
    }

    private int refusalsBefore(Attempt attempt) {
        return cooldown(attempt.target())
                .filter(each -> each.checksum() == attempt.checksum())
                .map(Cooldown::refusals)
                .orElse(0);
    }

    private LoginRecord withReplaced(int index, Optional<Attempt> attempt) {
        var others = new ArrayList<>(attempts);
        others.remove(index);
        attempt.ifPresent(others::add);
        return new LoginRecord(user, salt, others, cooldowns, accepted);
    }

    private LoginRecord withCooldown(Cooldown cooldown) {
        var others = new ArrayList<>(cooldowns);
        others.removeIf(each -> each.target().equals(cooldown.target()));
        others.add(cooldown);
        return new LoginRecord(user, salt, attempts, others, accepted);
    }

    private LoginRecord withAccepted(LoginTarget target, int checksum) {
        List<Cooldown> others =
                cooldowns.stream().filter(each -> !each.target().equals(target)).toList();
        var checksums = new HashMap<>(accepted);
        if (target.protocol() == LoginProtocol.SOAP) {
            checksums.put(target.server(), checksum);
        }
        return new LoginRecord(user, salt, attempts, others, checksums);
    }

    /// Moves later times back to this one, since the clock may have been set back.
    LoginRecord withoutFutureTimes(Instant now) {
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .map(each -> each.at().isAfter(now) ? each.withState(each.state(), now) : each)
                        .toList(),
                cooldowns.stream()
                        .map(each -> each.since().isAfter(now) ? each.withStart(now) : each)
                        .toList(),
                accepted);
    }

    /// Adapts the record after the clock was set. The attempts that counted count from now on, which is safe also
    /// if this is done twice.
    LoginRecord afterClockStep(Instant before, Instant after) {
        Instant oldest = before.minus(LoginPolicy.WINDOW).minus(LoginPolicy.EXTRA_DELAY);
        Duration clockStep = Duration.between(before, after);
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .filter(each -> each.at().isAfter(oldest))
                        .map(each -> each.withState(each.state(), after))
                        .toList(),
                cooldowns.stream()
                        .map(each -> each.withStart(each.since().plus(clockStep)))
                        .toList(),
                accepted);
    }
}
