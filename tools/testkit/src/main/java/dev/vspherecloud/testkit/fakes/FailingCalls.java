package dev.vspherecloud.testkit.fakes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/// Makes one call of all those that go through it fail with an unexpected exception.
///
/// A test wraps the ports of the tested class, and runs once for each call, until a run ends without the call that
/// would fail.
///
/// Threads: any.
public final class FailingCalls {
    private final String name;
    private final int failing;
    private final List<String> calls = new ArrayList<>();

    private FailingCalls(String name, int failing) {
        this.name = name;
        this.failing = failing;
    }

    /// Fails the n-th call, counted from 1.
    public static FailingCalls at(int n) {
        return new FailingCalls("", n);
    }

    /// Fails the n-th call of this name, for ports that several threads call in no fixed order.
    public static FailingCalls at(String name, int n) {
        return new FailingCalls(name, n);
    }

    /// A test that must pass no matter which call fails.
    @FunctionalInterface
    public interface Scenario<E extends Exception> {
        void run(FailingCalls failing) throws E;
    }

    /// Runs a test once for each of its calls, which then fails, and once without a failure. Clears the interrupt that
    /// ended a thread under test.
    ///
    /// @return how often it ran
    public static <E extends Exception> int eachFailsOnce(Scenario<E> scenario) throws E {
        for (int n = 1; ; n++) {
            var failing = at(n);
            try {
                scenario.run(failing);
            } finally {
                boolean _ = Thread.interrupted();
            }
            if (!failing.wasReached()) {
                return n;
            }
        }
    }

    /// Fails no call.
    public static FailingCalls none() {
        return at(Integer.MAX_VALUE);
    }

    /// The unexpected exception.
    public static final class Bug extends RuntimeException {
        private static final long serialVersionUID = 1;

        Bug(String call) {
            super("injected into " + call);
        }
    }

    /// Counts a call, and throws if it is the one that fails.
    public void call(String called) {
        int count;
        synchronized (this) {
            if (!name.isEmpty() && !name.equals(called)) {
                return;
            }
            calls.add(called);
            count = calls.size();
        }
        if (count == failing) {
            throw new Bug(called);
        }
    }

    /// Wraps a port: each of its calls is counted here first.
    public <T> T of(Class<T> port, T target) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (_, method, arguments) -> {
                    if (method.getDeclaringClass() != Object.class) {
                        call(port.getSimpleName() + "." + method.getName());
                    }
                    method.setAccessible(true);
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /// Returns the call that failed; empty if none did.
    public synchronized String failed() {
        return calls.size() < failing ? "" : calls.get(failing - 1);
    }

    /// Returns true if the run reached the call that fails.
    public boolean wasReached() {
        return !failed().isEmpty();
    }
}
