package dev.vspherecloud.conformance;

import java.util.List;
import java.util.stream.Collectors;

/// The text of `docs/explanation/conformance.md`.
final class ConformancePage {
    private static final String HEAD = """
            # Conformance

            The Go program has tests, and so knows cases. Here is what becomes of each of them in this program, and which
            test shows it. Cases whose number begins with J are of our own: the Go program's tests leave them out.

            The page covers the tests of kubernetes/cloud-provider and of the libraries it is built on, case by case. It
            covers the tests of kubernetes/cloud-provider-vsphere test by test, since their cases are those of our tables.
            What a row leaves out has its reason beside it: the service and the route controller, for example, have no
            counterpart here, so their cases are summed up. The Go volume helpers, and the tests of the paravirtual provider
            and of NSX-T, are not listed one by one.

            This page is made of the marks on the tests: `make docs` renews it.
            """;

    private ConformancePage() {}

    static String render(List<UpstreamCase> cases, List<MarkedTest> tests) {
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
                        .append("\n\n| case | given | then | here | shown by |\n|---|---|---|---|---|\n");
            }
            page.append(row(each, tests));
        }
        return page.toString();
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
        return each.remark().isEmpty() ? "the same" : each.remark().replaceFirst("^none: ", "not there: ");
    }
}
