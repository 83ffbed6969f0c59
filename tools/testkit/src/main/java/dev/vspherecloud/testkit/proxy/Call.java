package dev.vspherecloud.testkit.proxy;

import java.time.Instant;

/// One call as the proxy saw it on the client's side.
///
/// @param number in the order of arrival, from 0
/// @param at when its request had been read
/// @param requestBytes head and body
/// @param responseBytes sent so far, head and body
/// @param status of HTTP, 0 while or because there is no answer
/// @param open whether it is still under way
/// @param ending why it ended before its time, such as `client left` or `fault: reset`; empty when it did not
public record Call(
        long number,
        Instant at,
        String name,
        long requestBytes,
        long responseBytes,
        int status,
        boolean open,
        String ending) {}
