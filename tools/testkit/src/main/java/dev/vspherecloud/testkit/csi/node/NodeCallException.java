package dev.vspherecloud.testkit.csi.node;

/// A call to the Node service of a driver failed.
public final class NodeCallException extends Exception {
    private final String code;

    /// @param code of the call, as in `UNAVAILABLE`
    public NodeCallException(String code, String message) {
        super(code + ": " + message);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
