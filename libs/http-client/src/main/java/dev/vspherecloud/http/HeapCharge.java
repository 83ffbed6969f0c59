package dev.vspherecloud.http;

/// Charges a budget for the objects that a parser creates from a response.
@FunctionalInterface
public interface HeapCharge {
    /// Charges the budget. Parsers call this method before they create the objects.
    ///
    /// @param bytes the bytes of the heap that the objects take
    /// @throws ResponseTooLargeException if the budget has less left
    void charge(long bytes) throws ResponseTooLargeException;
}
