package dev.vspherecloud.ccm.domain.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that speaks for an address being virtual.
///
/// @param weight 0 when nothing does. A stronger sign outweighs all weaker ones together
/// @param words  of each sign, as in `a /32 beside 10.1.0.5/24`
record Doubt(int weight, List<String> words) {
    private static final List<VirtualSign> SIGNS = List.of(VirtualSign.values());
    private static final Doubt NONE = new Doubt(0, List.of());

    Doubt {
        words = List.copyOf(words);
    }

    static Doubt about(AddressCandidate candidate, Neighbourhood around) {
        if (around.others().isEmpty()) {
            return NONE;
        }
        int weight = 0;
        var words = new ArrayList<String>();
        for (VirtualSign sign : SIGNS) {
            Optional<String> said = sign.on(candidate, around);
            weight = weight << 1 | (said.isPresent() ? 1 : 0);
            said.ifPresent(words::add);
        }
        return weight == 0 ? NONE : new Doubt(weight, words);
    }
}
