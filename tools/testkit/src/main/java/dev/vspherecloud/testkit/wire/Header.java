package dev.vspherecloud.testkit.wire;

/// One header line. Names keep their case, and are compared ignoring case.
public record Header(String name, String value) {
    boolean isNamed(String other) {
        return name.equalsIgnoreCase(other);
    }
}
