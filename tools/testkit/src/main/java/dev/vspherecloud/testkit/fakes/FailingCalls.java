package dev.vspherecloud.testkit.fakes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/// Makes one call of all those that go through it fail in a way that nobody expects.
///
/// A test wraps the ports of what it tests, and runs once for each call, until a run ends before it comes to the call
/// that would fail.
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

    /// The n-th call fails, counted from 1.
    public static FailingCalls at(int n) {
        return new FailingCalls("", n);
    }

    /// The n-th call of this name fails, for ports that several threads call in no fixed order.
    public static FailingCalls at(String name, int n) {
        return new FailingCalls(name, n);
    }

    /// What is to happen whatever call fails.
    @FunctionalInterface
    public interface Scene<E extends Exception> {
        void play(FailingCalls failing) throws E;
    }

    /// Plays a scene once for each of its calls, which fails then, and once with no failure. Clears the interrupt by
    /// which a thread under test was ended.
    ///
    /// @return how often it was played
    public static <E extends Exception> int eachFailsOnce(Scene<E> scene) throws E {
        for (int n = 1; ; n++) {
            var failing = at(n);
            try {
                scene.play(failing);
            } finally {
                boolean _ = Thread.interrupted();
            }
            if (!failing.wasReached()) {
                return n;
            }
        }
    }

    /// None fails.
    public static FailingCalls none() {
        return at(Integer.MAX_VALUE);
    }

    /// What nobody expects.
    public static final class Bug extends RuntimeException {
        private static final long serialVersionUID = 1;

        Bug(String call) {
            super("injected into " + call);
        }
    }

    /// To be called where a call goes through.
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

    /// The same port, each call of which goes through here first.
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

    /// Which call failed; empty when none did.
    public synchronized String failed() {
        return calls.size() < failing ? "" : calls.get(failing - 1);
    }

    /// Whether the run came to the call that fails.
    public boolean wasReached() {
        return !failed().isEmpty();
    }
}
