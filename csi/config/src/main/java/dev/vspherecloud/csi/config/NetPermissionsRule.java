package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.csi.config.NetPermission.Access;
import dev.vspherecloud.domain.ip.Subnet;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the sections `NetPermissions`.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, validateConfig.
final class NetPermissionsRule {
    private static final List<String> WORDS =
            Arrays.stream(Access.values()).map(Enum::name).toList();

    private final Problems problems;

    NetPermissionsRule(Problems problems) {
        this.problems = problems;
    }

    /// Returns one entry for each section; the default entry if there is no section.
    List<NetPermission> permissions(Collection<RawSection> sections) {
        return sections.isEmpty()
                ? List.of(NetPermission.DEFAULT)
                : sections.stream().map(this::permission).toList();
    }

    private NetPermission permission(RawSection section) {
        return new NetPermission(
                section.value(CsiConfigKey.IPS).map(this::ips).orElse(NetPermission.DEFAULT.ips()),
                section.value(CsiConfigKey.PERMISSIONS).map(this::access).orElse(Access.READ_WRITE),
                section.text(CsiConfigKey.ROOT_SQUASH)
                        .flatMap(ValueParser::flag)
                        .orElse(false));
    }

    private String ips(RawValue value) {
        String ips = value.text().strip();
        boolean isRange = ips.contains("/") && Subnet.parse(ips).isPresent();
        if (!ips.equals("*") && !isRange && ValueParser.address(ips).isEmpty()) {
            problems.error(
                    value.place(),
                    "found " + RawValue.printable(ips)
                            + ", expected an address, a range such as 10.20.0.0/16, or *; correct it, and write a"
                            + " section for each of several");
        }
        return ips;
    }

    private Access access(RawValue value) {
        String word = value.text().strip();
        Optional<Access> access = ValueParser.choice(Access.values(), Enum::name, word);
        if (access.isEmpty()) {
            problems.error(
                    value.place(),
                    "found " + RawValue.printable(word) + ", expected " + String.join(" or ", WORDS) + "; "
                            + Suggestion.didYouMean(word, WORDS).orElse("correct it"));
        } else if (!word.equals(word.toUpperCase(Locale.ROOT))) {
            problems.warning(
                    value.place(),
                    "found lower-case letters, expected " + access.get()
                            + ": vsphere-csi-driver (Go) refuses this spelling; write it in upper case");
        }
        return access.orElse(Access.READ_WRITE);
    }
}
