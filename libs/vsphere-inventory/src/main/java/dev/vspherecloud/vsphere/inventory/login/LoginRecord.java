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

/// The record of one user's logins, over all vCenters: linked vCenters share the account, and vCenter does not
/// say which are linked. Each step creates a new value.
///
/// The text form, for a store and for a person who reads it, has one line for each entry:
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
/// A line that begins with `rest` is a [Cooldown]. An unreadable line is ignored: a newer program may have
/// written it. So is a line with a time that is not plausible, or with a field that is too long.
///
/// @param user     the user in lower case
/// @param salt     the salt of the checksums; the same as long as the record lives
/// @param attempts the attempts that count, and some older ones; in the order in which they were made
/// @param cooldowns the times during which failed credentials are not tried again
/// @param accepted the checksum of the password that SOAP accepted last, by server
record LoginRecord(
        String user, String salt, List<Attempt> attempts, List<Cooldown> cooldowns, Map<String, Integer> accepted) {
    /// The time for which attempts are kept: longer than the window of any rule.
    private static final Duration ATTEMPT_RETENTION =
            LoginPolicy.WINDOW.plus(LoginPolicy.EXTRA_DELAY).plusMinutes(1);

    /// The time for which a cooldown is kept after its end. Then it does not count any more.
    private static final Duration COOLDOWN_RETENTION = Duration.ofHours(2);

    /// The number of different values of a checksum.
    static final int CHECKSUMS = 256;

    private static final String VERSION = "v1";

    /// The text for an empty field.
    private static final String NONE = "-";

    /// The length of the longest line. A line has about 150 characters; a user name has at most 256.
    private static final int MAX_LINE_LENGTH = 1_000;

    /// The largest number of lines. Each login adds one or two lines, and the record drops those that no longer
    /// count.
    private static final int MAX_LINES = 10_000;

    /// A login that was tried and not accepted, or not yet.
    ///
    /// @param at       when the attempt was recorded, or refused
    /// @param checksum    the checksum of the password, see [LoginRecord#checksum]
    /// @param origin   where the credentials come from, for messages
    /// @param revision the version of the origin, as the `resourceVersion` of a Secret; may be empty
    record Attempt(LoginTarget target, Instant at, State state, int checksum, String origin, String revision) {
        enum State {
            /// The attempt was recorded before it was sent. If the process dies, the attempt stays in this
            /// state and counts like a refusal.
            PENDING("pending"),
            REFUSED("refused"),
            UNANSWERED("unanswered");

            private final String text;

            State(String text) {
                this.text = text;
            }

            /// Returns the text in the record, as in `pending`. The text does not change if the constant is
            /// renamed.
            String text() {
                return text;
            }

            /// Parses the text in upper or lower case.
            ///
            /// @throws IllegalArgumentException if the text names no state
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

        String toLine() {
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

        /// Returns the same attempt without what follows from the password.
        Attempt withoutChecksum() {
            return new Attempt(target, at, state, 0, origin, revision);
        }

        Attempt withState(State now, Instant when) {
            return new Attempt(target, when, now, checksum, origin, revision);
        }
    }

    /// A time during which failed credentials are not tried again at a target: over one protocol at one server.
    ///
    /// @param checksum    the checksum of the password
    /// @param refusals the number of refusals in a row; 0 if there was no answer
    /// @param since    when the login failed
    /// @param until    when the cooldown is over
    record Cooldown(LoginTarget target, int checksum, int refusals, Instant since, Instant until) {
        static final Duration MIN_LENGTH = Duration.ofMinutes(5);
        static final Duration MAX_LENGTH = Duration.ofHours(1);
        static final Duration UNANSWERED_LENGTH = Duration.ofMinutes(1);

        /// The largest count of refusals: the cooldown reaches its longest time long before.
        static final int MAX_REFUSALS = 1_000_000;

        /// The largest fraction that is added to each cooldown, so that not all clusters of a site try at the same
        /// moment.
        static final double JITTER = 0.2;

        /// Returns the length of the cooldown after a refusal.
        ///
        /// @param refusals       the number of refusals in a row, 1 or more
        /// @param acceptedBefore true if the password was accepted before: then the identity source is more
        ///     likely to be out of order than the password to be wrong
        /// @param random         a random number from 0 to 1
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

        /// Returns the same cooldown with another start and the same length.
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

    /// Parses the text of a record.
    ///
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
                // An unreadable line is ignored: losing one line is better than losing the record.
            }
        }
        return new LoginRecord(user, salt, attempts, cooldowns, accepted);
    }

    /// Returns the text of this record for a store, which [#parse] reads.
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

    /// Returns a checksum of eight bits by which a later process sees whether a password was changed since it
    /// was refused.
    ///
    /// One other password in 256 has the same checksum, and waits as if it were the refused one, unless this
    /// process had the refused one before. A person who reads the record and guesses passwords can exclude all
    /// passwords with another checksum. The salt stays the same, so they learn no more than that however often the
    /// record is written.
    ///
    /// @return a number from 0 to 255
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

    /// Returns true if the password that SOAP accepted last at this server is known and has another checksum.
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

    /// Adds attempts that are in another store.
    LoginRecord withEarlier(List<Attempt> earlier) {
        var all = new ArrayList<>(attempts);
        earlier.stream().filter(each -> !attempts.contains(each)).forEach(all::add);
        return new LoginRecord(user, salt, all, cooldowns, accepted);
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

    /// Sets the outcome of the last login that was sent to this target.
    ///
    /// An accepted login drops only its own attempt: a server may then reset its count of failures, but not
    /// every server does.
    ///
    /// @param random a random number from 0 to 1, which decides the jitter of a cooldown
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

    /// Moves times that are later than this one back to it, because the clock may have been set back.
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

    /// Adapts the record after the clock was set. The attempts that counted before count from now on. This is
    /// safe even if it is done twice.
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
