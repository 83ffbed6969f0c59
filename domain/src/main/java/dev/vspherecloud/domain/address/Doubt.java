package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestAddress.Origin;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/// What speaks against an address that is left on an interface as the successor of one that went: a virtual address
/// stays there when the guest's own is lost.
///
/// It counts only against an address that does not share it. Where every address is one of a Service, or all were
/// dealt anew, nothing speaks against any.
enum Doubt {
    /// Its subnet is itself alone. DHCP for IPv6 gives such addresses too.
    LONE_PREFIX,

    /// The guest does not use it, or not any more, or must not.
    STATE,

    CLAIMED,

    SEEN_ELSEWHERE;

    static Set<Doubt> of(GuestAddress address, Suspicions suspicions) {
        var doubts = EnumSet.noneOf(Doubt.class);
        if (isAlone(address)) {
            doubts.add(LONE_PREFIX);
        }
        if (isUnused(address.state())) {
            doubts.add(STATE);
        }
        if (suspicions.claimed().containsKey(address.ip())) {
            doubts.add(CLAIMED);
        }
        if (suspicions.seenOn().containsKey(address.ip())) {
            doubts.add(SEEN_ELSEWHERE);
        }
        return doubts;
    }

    private static boolean isAlone(GuestAddress address) {
        int bits = address.ip().getAddress().length * Byte.SIZE;
        return address.prefixLength().equals(OptionalInt.of(bits)) && address.origin() != Origin.DHCP;
    }

    private static boolean isUnused(GuestAddress.State state) {
        return switch (state) {
            case UNKNOWN, PREFERRED -> false;
            case DEPRECATED, INVALID, INACCESSIBLE, TENTATIVE, DUPLICATE -> true;
        };
    }
}
