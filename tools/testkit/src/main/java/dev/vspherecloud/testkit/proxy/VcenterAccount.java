package dev.vspherecloud.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// An account of vCenter that is implemented by proxies, not by the simulators behind them. Its password can change, it
/// can be locked like an account of a real vCenter, and it records every login.
///
/// One account can be valid for several vCenters, as in a linked single sign-on domain:
///
/// ```java
/// var account = VcenterAccount.of("ccm@vsphere.local", "first").lockedAfter(3, Duration.ofMinutes(15));
/// proxy.addLoginFilter(account.before("vc-a", simulator.username(), simulator.password()));
/// ```
///
/// An accepted login goes on with the simulator's own user. A refusal is `InvalidLogin`, and 401 over REST, for every
/// reason: a real vCenter does not tell the reason either.
///
/// Threads: any; guarded by this object's monitor.
public final class VcenterAccount {
    private final String user;
    private final InstantSource clock;
    private final List<LoginAttempt> attempts = new ArrayList<>();
    private String password;
    private int mostRefusals = Integer.MAX_VALUE;
    private Duration window = Duration.ZERO;
    private boolean isLocked;
    private boolean isIdentitySourceDown;

    private VcenterAccount(String user, String password, InstantSource clock) {
        this.user = user;
        this.password = password;
        this.clock = clock;
    }

    /// An account that never locks.
    public static VcenterAccount of(String user, String password) {
        return of(user, password, InstantSource.system());
    }

    /// @param clock for the times of the logins
    public static VcenterAccount of(String user, String password, InstantSource clock) {
        return new VcenterAccount(user, password, clock);
    }

    /// Locks the account after this number of refusals within the window. Then it refuses every login until [#unlock].
    public synchronized VcenterAccount lockedAfter(int refusals, Duration within) {
        mostRefusals = refusals;
        window = within;
        return this;
    }

    /// Returns the filter for the vCenter of this name; see [FaultProxy#addLoginFilter].
    ///
    /// @param serverUser the user with which accepted logins go on to the server
    public LoginFilter before(String vcenter, String serverUser, String serverPassword) {
        return new LoginFilter(this, vcenter, serverUser, serverPassword);
    }

    public String user() {
        return user;
    }

    public synchronized String password() {
        return password;
    }

    /// Changes the password for logins. Existing sessions go on, as in a real vCenter.
    public synchronized void changePassword(String changed) {
        password = changed;
    }

    /// While it is true, refuses every login, also with the right password.
    public synchronized void identitySourceDown(boolean down) {
        isIdentitySourceDown = down;
    }

    public synchronized boolean isLocked() {
        return isLocked;
    }

    /// Unlocks the account. The record of logins stays.
    public synchronized void unlock() {
        isLocked = false;
    }

    /// Returns every login so far.
    public synchronized LoginAttempts attempts() {
        return new LoginAttempts(attempts);
    }

    synchronized boolean admits(String vcenter, LoginCall login) {
        Instant now = clock.instant();
        boolean accepted =
                !isLocked && !isIdentitySourceDown && login.password().equals(password);
        attempts.add(new LoginAttempt(now, vcenter, login.protocol(), accepted));
        isLocked |= !accepted && refusedSince(now.minus(window)) >= mostRefusals;
        return accepted;
    }

    private long refusedSince(Instant start) {
        return attempts.stream()
                .filter(attempt -> attempt.isRefused() && attempt.at().isAfter(start))
                .count();
    }

    /// Omits the password.
    @Override
    public String toString() {
        return "account " + user;
    }
}
