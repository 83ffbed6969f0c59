package dev.vspherecloud.ccm.application.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One curve of a panel of `deploy/monitoring/dashboard.json`.
record DashboardCurve(String panel, String query, String legend) {
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

    /// Returns all curves.
    static List<DashboardCurve> all() {
        try {
            JsonNode dashboard = new ObjectMapper()
                    .readTree(Project.path("deploy/monitoring/dashboard.json").toFile());
            var curves = new ArrayList<DashboardCurve>();
            for (JsonNode panel : dashboard.path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    curves.add(new DashboardCurve(
                            panel.path("title").asText(),
                            target.path("expr").asText(),
                            target.path("legendFormat").asText()));
                }
            }
            return curves;
        } catch (IOException e) {
            throw new IllegalStateException("the dashboard cannot be read", e);
        }
    }

    /// Returns the query that Grafana sends if *All* is selected everywhere.
    String expression() {
        return query.replaceAll("\\$[a-z]+", ".*");
    }

    SortedSet<String> labelsOfLegend() {
        return LEGEND.matcher(legend)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
