package dev.vspherecloud.testkit.servers;

/// The API server returned a status other than success.
public final class KubeAnswerException extends RuntimeException {
    private final int status;

    KubeAnswerException(String call, int status, String body) {
        super(call + " was answered with " + status + ": " + body);
        this.status = status;
    }

    /// The HTTP status, as in `404`.
    public int status() {
        return status;
    }
}
