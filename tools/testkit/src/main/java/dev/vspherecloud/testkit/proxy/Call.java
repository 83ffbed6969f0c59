package dev.vspherecloud.testkit.proxy;

import java.time.Instant;

/// One call on the client's side of the proxy.
///
/// @param number in the order of arrival, from 0
/// @param at the time when its request was read
/// @param requestBytes head and body
/// @param responseBytes sent so far, head and body
/// @param status of HTTP; 0 if there is no response (yet)
/// @param open true while the call is in progress
/// @param ending the reason why it ended early, such as `client left` or `fault: reset`; else empty
public record Call(
        long number,
        Instant at,
        String name,
        long requestBytes,
        long responseBytes,
        int status,
        boolean open,
        String ending) {}
