package dev.vspherecloud.ccm.domain.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All signs that an address is virtual.
///
/// @param weight 0 if there is no sign. A stronger sign outweighs all weaker ones together
/// @param words  one text for each sign, as in `a /32 beside 10.1.0.5/24`
record VirtualIpScore(int weight, List<String> words) {
    private static final List<VirtualIpHeuristic> SIGNS = List.of(VirtualIpHeuristic.values());
    private static final VirtualIpScore NONE = new VirtualIpScore(0, List.of());

    VirtualIpScore {
        words = List.copyOf(words);
    }

    static VirtualIpScore about(AddressCandidate candidate, NicContext around) {
        if (around.others().isEmpty()) {
            return NONE;
        }
        int weight = 0;
        var words = new ArrayList<String>();
        for (VirtualIpHeuristic sign : SIGNS) {
            Optional<String> said = sign.on(candidate, around);
            weight = weight << 1 | (said.isPresent() ? 1 : 0);
            said.ifPresent(words::add);
        }
        return weight == 0 ? NONE : new VirtualIpScore(weight, words);
    }
}
