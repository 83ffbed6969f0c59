package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.vcenter.ConfiguredVcenter;
import dev.vspherecloud.config.vcenter.VsphereConf;
import dev.vspherecloud.csi.config.cluster.ClusterIdSyntax;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Converts the values of the file to the configuration of the CSI driver, and collects all problems.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, validateConfig.
final class CsiConfigValidator {
    static final int MAX_VCENTERS = 5;

    private final VsphereConf conf;
    private final RawConfig raw;
    private final ProgramKeys keys;
    private final boolean isShared;
    private final Problems problems;
    private final NumberRule numbers;

    /// Creates a validator for one file.
    ///
    /// @param isShared true if the cloud controller manager reads the same file
    CsiConfigValidator(VsphereConf conf, boolean isShared, Problems problems) {
        this.conf = conf;
        this.raw = conf.raw();
        this.keys = new ProgramKeys(raw);
        this.isShared = isShared;
        this.problems = problems;
        this.numbers = new NumberRule(problems);
    }

    /// Returns the configuration; empty if one of the problems is an error.
    Optional<CsiConfig> config() {
        warnOfNoEffect();
        keys.reportConflicts(problems);
        conf.vcenters().forEach(vcenter -> UserNameRule.check(vcenter, raw.global(), problems));
        TopologyLabels topology = new TopologyLabelsRule(raw, isShared, problems).topology();
        checkVcenterCount(topology);
        var config = new CsiConfig(
                conf.vcenters().stream().map(CsiConfigValidator::vcenter).toList(),
                clusterId(),
                retiredClusterIds(),
                keys.value(CsiConfigKey.CLUSTER_DISTRIBUTION)
                        .map(value -> value.text().strip()),
                topology,
                snapshots(),
                new NetPermissionsRule(problems)
                        .permissions(raw.named(CsiConfigSection.NET_PERMISSIONS).values()),
                intervals(),
                number(CsiConfigKey.QUERY_LIMIT),
                number(CsiConfigKey.LIST_VOLUME_THRESHOLD));
        return problems.hasErrors() ? Optional.empty() : Optional.of(config);
    }

    private static CsiVcenter vcenter(ConfiguredVcenter vcenter) {
        RawSection section = vcenter.sections().getFirst();
        return new CsiVcenter(
                vcenter.name(),
                vcenter.connection(),
                vcenter.datacenters(),
                vcenter.credentials(),
                section.value(CsiConfigKey.FILE_SHARE_CLUSTERS)
                        .map(ValueParser::nonEmpty)
                        .orElse(List.of()),
                section.text(CsiConfigKey.MIGRATION_DATASTORE_URL));
    }

    private void checkVcenterCount(TopologyLabels topology) {
        int count = conf.vcenters().size();
        ConfigLocation place = count == 0
                ? raw.place()
                : conf.vcenters().getLast().sections().getFirst().place();
        if (count > MAX_VCENTERS) {
            problems.error(place, "found %d vCenters, expected at most %d; remove some".formatted(count, MAX_VCENTERS));
        }
        boolean hasTopology = (isShared && topology.isEnabled())
                || raw.section(CsiConfigSection.LABELS).has(CsiConfigKey.TOPOLOGY_CATEGORIES);
        if (count > 1 && !hasTopology) {
            problems.error(
                    place,
                    "found %d vCenters and no topology, expected %s: without it the driver cannot decide in which vCenter a volume belongs; set it, and attach tags to the objects above the hosts"
                            .formatted(
                                    count,
                                    raw.section(CsiConfigSection.LABELS).pathOf(CsiConfigKey.TOPOLOGY_CATEGORIES)));
        }
    }

    private Optional<String> clusterId() {
        Optional<RawValue> value = keys.value(CsiConfigKey.CLUSTER_ID);
        value.flatMap(each -> ClusterIdSyntax.error(each.text().strip()).map(error -> Map.entry(each, error)))
                .ifPresent(error -> problems.error(error.getKey().place(), error.getValue()));
        return value.map(each -> each.text().strip());
    }

    private Set<String> retiredClusterIds() {
        Optional<RawValue> value = keys.value(CsiConfigKey.RETIRED_CLUSTER_IDS);
        List<String> ids = value.map(ValueParser::nonEmpty).orElse(List.of());
        Optional<String> own =
                keys.value(CsiConfigKey.CLUSTER_ID).map(each -> each.text().strip());
        ids.forEach(id -> ClusterIdSyntax.error(id)
                .or(
                        () -> own.filter(id::equals)
                                .map(
                                        _ ->
                                                "found the id of this cluster, expected ids of clusters that no longer exist; remove it"))
                .ifPresent(error -> problems.error(value.orElseThrow().place(), error)));
        return Set.copyOf(ids);
    }

    private SnapshotLimits snapshots() {
        RawSection section = raw.section(CsiConfigSection.SNAPSHOT);
        int other = number(CsiConfigKey.MAX_SNAPSHOTS, section.value(CsiConfigKey.MAX_SNAPSHOTS));
        return new SnapshotLimits(
                other,
                number(CsiConfigKey.MAX_SNAPSHOTS_VSAN, section.value(CsiConfigKey.MAX_SNAPSHOTS_VSAN), other),
                number(CsiConfigKey.MAX_SNAPSHOTS_VVOL, section.value(CsiConfigKey.MAX_SNAPSHOTS_VVOL), other));
    }

    private CsiIntervals intervals() {
        return new CsiIntervals(
                minutes(CsiConfigKey.AUTH_CHECK_INTERVAL),
                minutes(CsiConfigKey.PREFERRED_DATASTORES_INTERVAL),
                minutes(CsiConfigKey.OPERATION_CLEANUP_INTERVAL),
                minutes(CsiConfigKey.MIGRATION_CLEANUP_INTERVAL));
    }

    private Duration minutes(CsiConfigKey key) {
        return Duration.ofMinutes(number(key));
    }

    private int number(CsiConfigKey key) {
        return number(key, keys.value(key));
    }

    private int number(CsiConfigKey key, Optional<RawValue> value) {
        return number(key, value, key.range().orElseThrow().standard());
    }

    private int number(CsiConfigKey key, Optional<RawValue> value, int standard) {
        return numbers.number(key.range().orElseThrow(), value, standard);
    }

    private void warnOfNoEffect() {
        sections().forEach(section -> section.values().forEach((key, value) -> {
            if (!value.isBlank()) {
                whyNoEffect(key)
                        .ifPresent(why -> problems.warning(value.place(), "has no effect: " + why + "; remove it"));
            }
        }));
    }

    private Optional<String> whyNoEffect(ConfigKey key) {
        if (key == VcenterKey.ENVIRONMENT_OVERRIDES && !isShared) {
            return Optional.of("for the CSI driver, the environment variables always apply");
        }
        return key instanceof CsiConfigKey own ? own.whyNoEffect() : Optional.empty();
    }

    private Stream<RawSection> sections() {
        Stream<RawSection> named = CsiConfigTable.TABLE.sections().stream()
                .filter(Section::isNamed)
                .flatMap(section -> raw.named(section).values().stream());
        return Stream.concat(CsiConfigTable.TABLE.shared().stream().map(raw::section), named);
    }
}
