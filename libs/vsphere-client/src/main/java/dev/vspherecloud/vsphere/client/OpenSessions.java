package dev.vspherecloud.vsphere.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// The sessions of one client that the server still has, as far as is known, and the logins in progress.
///
/// This class owns every logout. A session is registered when the response to its login arrives, whatever
/// happens to the caller. Each logout runs on a thread of its own that is never interrupted.
///
/// Threads: safe for all.
final class OpenSessions {
    private final Set<OpenSession> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger logins = new AtomicInteger();
    private volatile boolean isEnding;

    /// Runs a login, unless [#stopLogins] was called before.
    ///
    /// @param login registers its session in this object before it returns
    <S> S logIn(CallContext context, Supplier<S> login) {
        logins.incrementAndGet();
        try {
            if (isEnding) {
                throw context.failed(VcenterException.Kind.LOGIN_STOPPED, "nothing sent: this client is logging out");
            }
            return login.get();
        } finally {
            logins.decrementAndGet();
        }
    }

    /// Registers a session.
    ///
    /// @param logOut sends one logout request; may fail with a [VcenterException]
    OpenSession register(Runnable logOut) {
        var session = new OpenSession(logOut);
        sessions.add(session);
        return session;
    }

    /// Refuses every login from now on. A login that was sent before continues, and [#isLoggingIn] reports it.
    void stopLogins() {
        isEnding = true;
    }

    boolean isLoggingIn() {
        return logins.get() > 0;
    }

    /// Logs out of all sessions at the same time, and waits until each logout is answered or has failed.
    void logOutAll() {
        stopLogins();
        sessions.forEach(OpenSession::startLogout);
        sessions.forEach(OpenSession::awaitLogout);
    }

    private static void startLogoutThread(Runnable logOut) {
        Thread.ofVirtual().name("vcenter-logout").start(logOut);
    }

    /// One session at the server.
    final class OpenSession {
        private final Runnable logOut;
        private final AtomicBoolean isEnding = new AtomicBoolean();
        private final CountDownLatch loggedOut = new CountDownLatch(1);

        private OpenSession(Runnable logOut) {
            this.logOut = logOut;
        }

        /// Starts the logout, unless it was started before. Does not wait.
        void startLogout() {
            if (!isEnding.getAndSet(true)) {
                startLogoutThread(this::logOut);
            }
        }

        private void logOut() {
            try {
                Logout.run(logOut);
            } finally {
                sessions.remove(this);
                loggedOut.countDown();
            }
        }

        /// Waits until the logout is answered or has failed. An interrupt does not end the wait.
        void awaitLogout() {
            boolean isInterrupted = false;
            while (true) {
                try {
                    loggedOut.await();
                    break;
                } catch (InterruptedException _) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
