package dev.vspherecloud.domain.address;

import java.net.InetAddress;
import java.util.Map;
import java.util.OptionalLong;

/// What is remembered of the reports of one guest, so that a bad one harms nothing. It ends with the process.
///
/// Times are nanoseconds of one monotonic clock.
///
/// @param nics         the device on which each address of the Node was seen last
/// @param missingSince since when an address of the Node is not reported; empty while all are
/// @param movedSince   since when the report says that an address moved to another NIC
public record AddressMemory(Map<InetAddress, Integer> nics, OptionalLong missingSince, OptionalLong movedSince) {
    public static final AddressMemory BLANK = new AddressMemory(Map.of(), OptionalLong.empty(), OptionalLong.empty());

    public AddressMemory {
        nics = Map.copyOf(nics);
    }
}
