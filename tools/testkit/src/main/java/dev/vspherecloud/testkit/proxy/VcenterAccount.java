package dev.vspherecloud.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// An account that programs under test log in with, kept by proxies and not by the simulators behind them: its password
/// can change, it locks itself as an account of a real vCenter does, and it knows every login that was tried.
///
/// One account may stand before several vCenters, as one of a linked single sign-on domain does:
///
/// ```java
/// var account = VcenterAccount.of("ccm@vsphere.local", "first").lockedAfter(3, Duration.ofMinutes(15));
/// proxy.guard(account.before("vc-a", simulator.username(), simulator.password()));
/// ```
///
/// Whoever it lets in enters as the simulator's own user. It refuses with `InvalidLogin`, and with 401 over REST,
/// whatever the reason: real ones give no other either.
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

    /// @param clock where the times of the logins come from
    public static VcenterAccount of(String user, String password, InstantSource clock) {
        return new VcenterAccount(user, password, clock);
    }

    /// Lets it lock itself: so many refusals within the window, and it refuses everybody until [#unlock].
    public synchronized VcenterAccount lockedAfter(int refusals, Duration within) {
        mostRefusals = refusals;
        window = within;
        return this;
    }

    /// What a proxy puts before the vCenter of this name; see [FaultProxy#addLoginFilter].
    ///
    /// @param serverUser as whom the server behind knows everybody who is let in
    public LoginFilter before(String vcenter, String serverUser, String serverPassword) {
        return new LoginFilter(this, vcenter, serverUser, serverPassword);
    }

    public String user() {
        return user;
    }

    public synchronized String password() {
        return password;
    }

    /// Changes what a login must say. Sessions live on, as they do in a real vCenter.
    public synchronized void changePassword(String changed) {
        password = changed;
    }

    /// Refuses everybody as long as it is down, also who has the right password.
    public synchronized void identitySourceDown(boolean down) {
        isIdentitySourceDown = down;
    }

    public synchronized boolean isLocked() {
        return isLocked;
    }

    /// Lets people in again, and forgets nothing.
    public synchronized void unlock() {
        isLocked = false;
    }

    /// Every login that was tried so far.
    public synchronized LoginAttempts attempts() {
        return new LoginAttempts(attempts);
    }

    synchronized boolean admits(String vcenter, LoginCall login) {
        Instant now = clock.instant();
        boolean accepted =
                !isLocked && !isIdentitySourceDown && login.password().equals(password);
        attempts.add(new LoginAttempt(now, vcenter, login.side(), accepted));
        isLocked |= !accepted && refusedSince(now.minus(window)) >= mostRefusals;
        return accepted;
    }

    private long refusedSince(Instant start) {
        return attempts.stream()
                .filter(attempt -> attempt.isRefused() && attempt.at().isAfter(start))
                .count();
    }

    /// Without the password.
    @Override
    public String toString() {
        return "account " + user;
    }
}
