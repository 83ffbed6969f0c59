package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.csi.config.TopologyLabels.CategoryLabel;
import dev.vspherecloud.domain.label.LabelSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides which tag categories describe the topology, and the label key of each.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, validateConfig, and its reconciler of CSINodeTopology.
/// Differs: in `vsphere.conf`, `zone` and `region` may stand beside `topologyCategories`, because the cloud
/// controller manager uses them.
final class TopologyLabelsRule {
    static final int MAX_CATEGORIES = 5;

    private static final String DEFAULT_DOMAIN = "topology.csi.vmware.com";
    private static final String BETA_DOMAIN = "failure-domain.beta.kubernetes.io";
    private static final Set<String> DOMAINS = Set.of(DEFAULT_DOMAIN, BETA_DOMAIN, "topology.kubernetes.io");

    private final RawSection labels;
    private final Map<String, RawSection> overrides;
    private final boolean isShared;
    private final Problems problems;

    /// Creates the rule for one file.
    ///
    /// @param isShared true if the cloud controller manager reads the same file
    TopologyLabelsRule(RawConfig raw, boolean isShared, Problems problems) {
        this.labels = raw.section(CsiConfigSection.LABELS);
        this.overrides = raw.named(CsiConfigSection.TOPOLOGY_CATEGORY);
        this.isShared = isShared;
        this.problems = problems;
    }

    TopologyLabels topology() {
        Optional<RawValue> list = labels.value(CsiConfigKey.TOPOLOGY_CATEGORIES);
        boolean hasPair = labels.has(CsiConfigKey.ZONE) || labels.has(CsiConfigKey.REGION);
        if (list.isPresent() && hasPair && !isShared) {
            problems.error(
                    list.get().place(),
                    "found topology-categories beside zone or region, expected only one of the two forms;"
                            + " keep the form with which the existing volumes were created, and remove the other");
        }
        List<CategoryLabel> categories =
                list.isPresent() ? ofList(list.get()) : hasPair ? ofPair() : List.<CategoryLabel>of();
        reportUnused(categories);
        reportSameLabel(categories);
        return new TopologyLabels(categories);
    }

    private List<CategoryLabel> ofList(RawValue value) {
        List<String> words = ValueParser.nonEmpty(value);
        var categories = new ArrayList<CategoryLabel>();
        for (String category : new LinkedHashSet<>(words)) {
            label(category, DEFAULT_DOMAIN + "/" + category, value)
                    .ifPresent(label -> categories.add(new CategoryLabel(category, label)));
        }
        if (words.stream().distinct().count() < words.size()) {
            problems.warning(value.place(), "found a category twice, expected it once; remove one of the two");
        }
        if (categories.size() > MAX_CATEGORIES) {
            problems.error(
                    value.place(),
                    "found %d categories, expected at most %d; remove some"
                            .formatted(categories.size(), MAX_CATEGORIES));
        }
        return categories;
    }

    private List<CategoryLabel> ofPair() {
        Optional<RawValue> zone = labels.value(CsiConfigKey.ZONE);
        Optional<RawValue> region = labels.value(CsiConfigKey.REGION);
        if (zone.isEmpty() || region.isEmpty()) {
            problems.warning(
                    labels.placeOf(zone.isPresent() ? CsiConfigKey.ZONE : CsiConfigKey.REGION),
                    "found %s without %s, expected both: volumes have no topology; add the other, or set %s"
                            .formatted(
                                    zone.isPresent() ? "zone" : "region",
                                    zone.isPresent() ? "region" : "zone",
                                    labels.pathOf(CsiConfigKey.TOPOLOGY_CATEGORIES)));
            return List.of();
        }
        var categories = new ArrayList<CategoryLabel>();
        add(zone.get(), BETA_DOMAIN + "/zone", categories);
        add(region.get(), BETA_DOMAIN + "/region", categories);
        if (zone.get().text().strip().equals(region.get().text().strip())) {
            problems.error(
                    region.get().place(),
                    "found the category of the zone, expected another one: a tag is a zone or a region; correct one");
        }
        return categories;
    }

    private void add(RawValue value, String standard, List<CategoryLabel> categories) {
        String category = value.text().strip();
        label(category, standard, value).ifPresent(label -> categories.add(new CategoryLabel(category, label)));
    }

    /// Returns the label key of the category; empty if it is not valid, which is reported as an error.
    private Optional<String> label(String category, String standard, RawValue value) {
        Optional<RawValue> own =
                Optional.ofNullable(overrides.get(category)).flatMap(section -> section.value(CsiConfigKey.LABEL));
        if (own.isPresent()) {
            return ownLabel(own.get());
        }
        if (!LabelSyntax.isKey(standard)) {
            problems.error(
                    value.place(),
                    "found the category %s, expected letters, digits, \"-\", \"_\" and \".\" (at most 63), because its name becomes a part of a label; rename it, or set \"label\" in a section TopologyCategory of that name"
                            .formatted(RawValue.printable(category)));
            return Optional.empty();
        }
        return Optional.of(standard);
    }

    private Optional<String> ownLabel(RawValue value) {
        String label = value.text().strip();
        String domain = label.contains("/") ? label.substring(0, label.indexOf('/')) : "";
        if (!LabelSyntax.isKey(label) || !DOMAINS.contains(domain)) {
            problems.error(
                    value.place(),
                    "found %s, expected a label key in %s; correct it"
                            .formatted(
                                    RawValue.printable(label),
                                    String.join(", ", DOMAINS.stream().sorted().toList())));
            return Optional.empty();
        }
        return Optional.of(label);
    }

    private void reportUnused(List<CategoryLabel> categories) {
        List<String> names = categories.stream().map(CategoryLabel::category).toList();
        overrides.forEach((name, section) -> {
            if (!names.contains(name) && !problems.hasErrors()) {
                problems.warning(
                        section.place(),
                        "has no effect: Labels does not name this category; "
                                + Suggestion.didYouMean(name, names).orElse("add it there, or remove this section"));
            }
        });
    }

    private void reportSameLabel(List<CategoryLabel> categories) {
        var taken = new HashMap<String, String>();
        for (CategoryLabel each : categories) {
            String first = taken.putIfAbsent(each.labelKey(), each.category());
            if (first != null) {
                problems.error(
                        Optional.ofNullable(overrides.get(each.category()))
                                .orElse(labels)
                                .place(),
                        "found the label of the category %s, expected a different label: a label has only one value; change one of the two"
                                .formatted(RawValue.printable(first)));
            }
        }
    }
}
