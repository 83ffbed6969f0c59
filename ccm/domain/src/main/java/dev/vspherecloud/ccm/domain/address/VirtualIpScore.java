package dev.vspherecloud.ccm.domain.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All signs that one address is a virtual IP.
///
/// @param weight 0 if there is no sign. A stronger sign outweighs all weaker signs together
/// @param texts one text for each sign, for example `a /32 beside 10.1.0.5/24`
record VirtualIpScore(int weight, List<String> texts) {
    private static final List<VirtualIpHeuristic> HEURISTICS = List.of(VirtualIpHeuristic.values());
    private static final VirtualIpScore NONE = new VirtualIpScore(0, List.of());

    VirtualIpScore {
        texts = List.copyOf(texts);
    }

    static VirtualIpScore of(AddressCandidate candidate, NicContext context) {
        if (context.otherCandidates().isEmpty()) {
            return NONE;
        }
        int weight = 0;
        var texts = new ArrayList<String>();
        for (VirtualIpHeuristic heuristic : HEURISTICS) {
            Optional<String> text = heuristic.evaluate(candidate, context);
            weight = weight << 1 | (text.isPresent() ? 1 : 0);
            text.ifPresent(texts::add);
        }
        return weight == 0 ? NONE : new VirtualIpScore(weight, texts);
    }
}
