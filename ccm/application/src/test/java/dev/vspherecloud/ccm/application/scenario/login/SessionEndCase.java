package dev.vspherecloud.ccm.application.scenario.login;

import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import java.time.Duration;
import java.util.SplittableRandom;

/// One way in which a run of the program ends, and how slowly its vCenter answers logins and log-outs around that.
///
/// @param title      names the case in a report
/// @param isRotation whether the password changes first, and the slow logins are those with the new one
/// @param moment     the call that comes shortly before the end
/// @param after      the time from that call to the end
record SessionEndCase(
        String title,
        End end,
        boolean isRotation,
        Moment moment,
        Duration after,
        Hold login,
        Hold restLogin,
        Hold logout,
        Hold restLogout) {
    /// The simulator supports only this form of the path.
    private static final String REST_SESSION = "/rest/com/vmware/cis/session";

    /// The reason why the program ends.
    enum End {
        TERM(0),
        LEASE_LOST(1);

        private final int exitCode;

        End(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }

    /// A call whose arrival starts the countdown.
    enum Moment {
        LOGIN,
        REST_LOGIN,
        LOGOUT;

        boolean isCalled(String call) {
            return switch (this) {
                case LOGIN -> call.equals("Login");
                case REST_LOGIN -> call.equals("POST " + REST_SESSION);
                case LOGOUT -> call.equals("Logout");
            };
        }
    }

    /// The delay of one kind of call.
    ///
    /// @param isOfRequest true if the server gets the call only after that time; otherwise the response is delayed
    record Hold(Duration time, boolean isOfRequest) {
        static final Hold NONE = answer(0);

        static Hold answer(int millis) {
            return new Hold(Duration.ofMillis(millis), false);
        }

        static Hold request(int millis) {
            return new Hold(Duration.ofMillis(millis), true);
        }

        private Fault fault() {
            return isOfRequest ? Fault.delay(time) : Fault.holdAnswer(time);
        }

        @Override
        public String toString() {
            return (isOfRequest ? "request " : "answer ") + time.toMillis() + " ms";
        }
    }

    /// Longest hold of an answer, and of a request that logs in.
    private static final int MAX_WAIT = 5_000;

    /// Longest hold of a request that logs out: an end without a login under way waits less than five seconds.
    private static final int MAX_LOGOUT_REQUEST = 3_000;

    /// Returns the case of this seed. Neighbouring seeds give unrelated cases.
    static SessionEndCase of(long seed) {
        var random = new SplittableRandom(seed);
        boolean isRotation = random.nextBoolean();
        Moment moment = Moment.values()[random.nextInt(isRotation ? 3 : 2)];
        return new SessionEndCase(
                "seed " + seed,
                random.nextInt(3) == 0 ? End.LEASE_LOST : End.TERM,
                isRotation,
                moment,
                Duration.ofMillis(random.nextInt(MAX_WAIT)),
                hold(random, MAX_WAIT),
                hold(random, MAX_WAIT),
                hold(random, MAX_LOGOUT_REQUEST),
                hold(random, MAX_LOGOUT_REQUEST));
    }

    private static Hold hold(SplittableRandom random, int longestOfRequest) {
        return switch (random.nextInt(3)) {
            case 0 -> Hold.NONE;
            case 1 -> Hold.answer(random.nextInt(MAX_WAIT + 1));
            default -> Hold.request(random.nextInt(longestOfRequest + 1));
        };
    }

    /// Returns a case without any hold, in which the end comes right after a call.
    static SessionEndCase at(End end, boolean isRotation, Moment moment) {
        return new SessionEndCase(
                "%s at %s%s".formatted(end, moment, isRotation ? " of a rotation" : ""),
                end,
                isRotation,
                moment,
                Duration.ZERO,
                Hold.NONE,
                Hold.NONE,
                Hold.NONE,
                Hold.NONE);
    }

    SessionEndCase after(Duration time) {
        return new SessionEndCase(title, end, isRotation, moment, time, login, restLogin, logout, restLogout);
    }

    SessionEndCase logins(Hold hold) {
        return new SessionEndCase(title, end, isRotation, moment, after, hold, hold, logout, restLogout);
    }

    SessionEndCase logouts(Hold hold) {
        return new SessionEndCase(title, end, isRotation, moment, after, login, restLogin, hold, hold);
    }

    /// Makes the vCenter slow from now on.
    void slowDown(FaultProxy proxy) {
        proxy.add(Rule.on("Login").then(login.fault()));
        proxy.add(Rule.on("POST " + REST_SESSION).then(restLogin.fault()));
        proxy.add(Rule.on("Logout").then(logout.fault()));
        proxy.add(Rule.on("DELETE " + REST_SESSION).then(restLogout.fault()));
    }
}
