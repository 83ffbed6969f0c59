package dev.vspherecloud.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// A list of logins of one user, in order; an immutable copy.
public record LoginAttempts(List<LoginAttempt> list) {
    public LoginAttempts {
        list = List.copyOf(list);
    }

    public int count() {
        return list.size();
    }

    public LoginAttempts refused() {
        return where(LoginAttempt::isRefused);
    }

    public LoginAttempts accepted() {
        return where(LoginAttempt::accepted);
    }

    public LoginAttempts by(LoginProtocol protocol) {
        return where(attempt -> attempt.protocol() == protocol);
    }

    public LoginAttempts at(String vcenter) {
        return where(attempt -> attempt.vcenter().equals(vcenter));
    }

    /// Returns the logins after the first ones.
    public LoginAttempts after(int count) {
        return new LoginAttempts(list.subList(count, list.size()));
    }

    /// Returns the maximum number of refusals within any window of this length.
    public int mostRefusedWithin(Duration window) {
        List<Instant> times = refused().list.stream().map(LoginAttempt::at).toList();
        int most = 0;
        int first = 0;
        for (int last = 0; last < times.size(); last++) {
            while (!times.get(first).isAfter(times.get(last).minus(window))) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    private LoginAttempts where(Predicate<LoginAttempt> condition) {
        return new LoginAttempts(list.stream().filter(condition).toList());
    }
}
