package dev.vspherecloud.csi.operations.attachment;

/// Learns whether a vCenter accepts several volumes in one task.
///
/// Nothing says that it does: vsphere-csi-driver (Go) sends single volumes in a cluster of this kind, and attaches
/// several at once only for a supervisor. So one task tries it, and until that has ended, all other volumes go alone.
/// The result counts until the next login, since vCenter may be another release by then.
///
/// Rule from: csi-production 1.1.
///
/// Threads: the caller holds a lock.
final class ArraySupport {
    /// After so many failures in a row, the cause is not a volume.
    private static final int MAX_FAILURES = 3;

    private enum State {
        UNTRIED,
        TRYING,
        ACCEPTED,
        REFUSED
    }

    private State state = State.UNTRIED;
    private Object connection = "";
    private int failures;

    /// Returns true if several volumes may go in one task now.
    ///
    /// @param current the connection to vCenter
    boolean begin(Object current) {
        if (!connection.equals(current)) {
            connection = current;
            state = State.UNTRIED;
            failures = 0;
        }
        return switch (state) {
            case UNTRIED -> {
                state = State.TRYING;
                yield true;
            }
            case ACCEPTED -> true;
            case TRYING, REFUSED -> false;
        };
    }

    /// Called when a task has reported each of its volumes.
    void onAccepted() {
        if (state != State.REFUSED) {
            state = State.ACCEPTED;
            failures = 0;
        }
    }

    /// Called when a task for several volumes failed as a whole. If other tasks did not, one of its volumes may be the
    /// cause.
    void onFailed() {
        failures++;
        if (state != State.ACCEPTED || failures >= MAX_FAILURES) {
            state = State.REFUSED;
        }
    }

    /// Called when a task for several volumes left one out.
    void onLeftOut() {
        state = State.REFUSED;
    }

    /// Called when the task that tried it is over, whatever it showed.
    void end() {
        if (state == State.TRYING) {
            state = State.UNTRIED;
        }
    }
}
