package dev.vspherecloud.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.vspherecloud.conformance.Project;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Checks `module-exports.txt`, which lists each type that the main code of another module may use. `public` cannot
/// express that, because the packages of one module need it among themselves.
class ModuleExportsTest {
    private static final Pattern EXPORT = Pattern.compile("(?m)^ {2}([a-z0-9.]+): (.+)$");

    private static final Pattern MAIN = Pattern.compile("(.*)/src/main/java/dev/vspherecloud/(.*)/[^/]+");

    /// Folders of modules by package, without the base package.
    private final Map<String, String> modules = modules();

    @Test
    void everyTypeThatAnotherModuleUsesIsListed() {
        SortedSet<String> used = ArchitectureTest.MAIN.stream()
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .filter(this::crosses)
                .map(dependency -> topLevel(dependency.getTargetClass()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(used).as("types that leave their module").isNotEmpty();
        used.removeAll(exported());
        assertThat(used)
                .as("used by another module and not named in module-exports.txt: keep it to its module, or name it")
                .isEmpty();
    }

    @Test
    void everyListedTypeExistsAndIsPublic() {
        Set<String> open = ArchitectureTest.MAIN.stream()
                .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
                .map(ModuleExportsTest::topLevel)
                .collect(Collectors.toSet());

        assertThat(exported()).isNotEmpty().isSubsetOf(open);
    }

    private static SortedSet<String> exported() {
        var exported = new TreeSet<String>();
        Matcher lines = EXPORT.matcher(Project.resource(ModuleExportsTest.class, "module-exports.txt"));
        while (lines.find()) {
            for (String name : lines.group(2).split(" ")) {
                assertThat(exported.add(lines.group(1) + "." + name))
                        .as("%s is named once", name)
                        .isTrue();
            }
        }
        return exported;
    }

    private boolean crosses(Dependency dependency) {
        String from = modules.get(packageOf(dependency.getOriginClass()));
        String to = modules.get(packageOf(dependency.getTargetClass()));
        return to != null && !to.equals(from);
    }

    private static String packageOf(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.startsWith(SourceFiles.BASE + ".") ? name.substring(SourceFiles.BASE.length() + 1) : "";
    }

    /// Returns the name without the base package, as `reconcile.Loop`.
    private static String topLevel(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return name.substring(SourceFiles.BASE.length() + 1, nested < 0 ? name.length() : nested);
    }

    private static Map<String, String> modules() {
        return Project.files("", ".java").stream()
                .map(file -> MAIN.matcher(file.toString()))
                .filter(Matcher::matches)
                .collect(Collectors.toMap(
                        path -> path.group(2).replace('/', '.'), path -> path.group(1), (module, _) -> module));
    }
}
