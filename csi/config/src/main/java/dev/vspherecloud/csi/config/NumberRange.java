package dev.vspherecloud.csi.config;

/// The valid range of a key whose value is a whole number.
///
/// @param standard the value that applies if the key is not set
record NumberRange(int least, int most, int standard) {
    /// Returns a text such as `a whole number from 1 to 32`.
    String expected() {
        return most == Integer.MAX_VALUE
                ? "a whole number from " + least
                : "a whole number from %d to %d".formatted(least, most);
    }
}
