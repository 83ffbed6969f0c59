package dev.vspherecloud.conformance;

import java.util.List;
import java.util.stream.Collectors;

/// Renders `docs/explanation/conformance.md`.
final class ConformancePage {
    private static final String HEAD = """
            # Conformance

            This page lists the test cases of cloud-provider-vsphere (Go) and of the Kubernetes libraries that it uses.

            For each case it gives the expected result, says whether this program behaves the same, and names the tests
            that show it. Cases whose number begins with J are additions of this project: the Go tests do not cover them.

            The page lists each case of the tests of kubernetes/cloud-provider and its libraries. Of
            kubernetes/cloud-provider-vsphere it lists each test, because tests of this project contain the cases of
            that test in a table. A row that summarises or omits cases says why. For example, this program has no
            service controller and no route controller, so the page summarises their cases. It does not list the tests
            of the Go volume helpers, of the paravirtual provider and of NSX-T one by one.

            `make docs` generates this page from the `@Conforms` annotations on the tests.
            """;

    private ConformancePage() {}

    static String render(List<UpstreamCase> cases, List<MarkedTest> tests, List<DatacenterSpelling> spellings) {
        var page = new StringBuilder(HEAD);
        page.append("\n%d cases, %d with a test.\n"
                .formatted(
                        cases.size(),
                        cases.stream().filter(each -> !each.isWithoutTest()).count()));
        String area = "";
        for (UpstreamCase each : cases) {
            if (!each.area().equals(area)) {
                area = each.area();
                page.append("\n## ")
                        .append(area)
                        .append("\n\n| case | situation | expected result | here | tests |\n|---|---|---|---|---|\n");
            }
            page.append(row(each, tests));
        }
        page.append(datacenters(spellings.size()));
        spellings.forEach(spelling -> page.append(row(spelling)));
        return page.toString();
    }

    private static String datacenters(int spellings) {
        String inventory = DatacenterSpelling.inventory().stream()
                .map(path -> "`" + path + "`")
                .collect(Collectors.joining(", "));
        return """

            ## Datacenters by name, path and pattern

            The Go projects resolve a value of the key `datacenters` with the finder of govmomi. This table shows %d
            values in an inventory with these datacenters, whose references are `datacenter-1`, `datacenter-2` and so on:
            %s.

            `TestSpellings` in `tools/servers/finder` runs govmomi, and `DatacenterSpellingsTest` this project. A value
            that fits several datacenters names none of them, and a log line has the value and the datacenters. This
            never makes a VM count as absent.

            | value | govmomi finds | here | why |
            |---|---|---|---|
            """.formatted(spellings, inventory);
    }

    private static String row(DatacenterSpelling spelling) {
        String here = spelling.reason().isEmpty() ? "the same" : code(spelling.here());
        return "| `%s` | %s | %s | %s |\n"
                .formatted(spelling.value(), code(spelling.govmomi()), here, spelling.reason());
    }

    private static String code(String outcome) {
        return outcome.startsWith("/") ? "`" + outcome.replace(" + ", "`, `") + "`" : outcome;
    }

    private static String row(UpstreamCase each, List<MarkedTest> tests) {
        String shown = tests.stream()
                .filter(test -> test.ids().contains(each.id()))
                .map(test -> "`" + test.name() + "`")
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        return "| %s | %s | %s | %s | %s |\n".formatted(each.id(), each.given(), each.then(), here(each), shown);
    }

    private static String here(UpstreamCase each) {
        return each.remark().isEmpty() ? "the same" : each.remark().replaceFirst("^none: ", "not applicable: ");
    }
}
