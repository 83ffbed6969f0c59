package dev.vspherecloud.testkit.wire;

/// One header line. Names keep the case they came in and are compared without it.
public record Header(String name, String value) {
    boolean isNamed(String other) {
        return name.equalsIgnoreCase(other);
    }
}
