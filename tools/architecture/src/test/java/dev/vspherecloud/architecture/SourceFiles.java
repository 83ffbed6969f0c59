package dev.vspherecloud.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// What the sources of this project contain and the class files do not: comments, and the `catch` clauses that an
/// author wrote. (The compiler adds some of its own for resources and record patterns.)
///
/// @param types every class, nested ones included
record SourceFiles(List<Type> types, Set<String> imports) {
    static final String BASE = "dev.vspherecloud";

    /// One class as in the source.
    ///
    /// @param name   with package, nested classes after a dot
    /// @param isTest true if it is from a test folder
    /// @param doc    its doc comment and those of the enclosing classes
    /// @param caught types in its `catch` clauses, without package
    /// @param thrown types that it creates in a `throw`, without package
    /// @param calls  its calls, as in the source, with the number of arguments: `Instant.now/0`
    /// @param waits  its calls with a limit of time, with the arguments, in which constants of the file have their
    ///     values: `atMost(Duration.ofMinutes(2))`; also `@Timeout(600)`
    record Type(
            String name,
            boolean isTest,
            String doc,
            List<Field> fields,
            Set<String> caught,
            Set<String> thrown,
            Set<String> calls,
            Set<String> waits) {
        boolean isIn(String packages) {
            return name.startsWith(BASE + "." + packages + ".");
        }
    }

    /// @param initialiser class that its initial value creates; empty if there is none
    record Field(String name, Set<Modifier> modifiers, String initialiser) {
        boolean isStatic() {
            return modifiers.contains(Modifier.STATIC);
        }

        boolean isFinal() {
            return modifiers.contains(Modifier.FINAL);
        }
    }

    static SourceFiles read() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(javaFiles()));
            var found = new Scanner(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                found.scan(new TreePath(unit), null);
            }
            return new SourceFiles(List.copyOf(found.types), Set.copyOf(found.imports));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Stream<Type> matching(Predicate<Type> condition) {
        return types.stream().filter(condition);
    }

    private static List<Path> javaFiles() {
        return Project.files("", ".java").stream()
                .filter(file -> file.toString().matches(".*/src/(main|test)/java/.*"))
                .toList();
    }

    /// Collects types. The innermost class gets each finding.
    ///
    /// Threads: confined to one.
    private static final class Scanner extends TreePathScanner<Void, Void> {
        private static final Set<String> WAITS = Set.of(
                "atMost",
                "awaitExit",
                "awaitGone",
                "awaitLine",
                "awaitLog",
                "awaitNode",
                "awaitNodes",
                "awaitRecorded",
                "get",
                "orTimeout",
                "poll",
                "tryAcquire");

        /// The call log of a proxy and the objects of the API server.
        private static final Pattern CALLS_OR_OBJECTS = Pattern.compile("(calls|objects)\\(\\)\\s*\\.await$");

        private final DocTrees trees;
        private final List<Type> types = new ArrayList<>();
        private final Set<String> imports = new HashSet<>();
        private final Map<String, String> constants = new HashMap<>();
        private Type current = new Type("", false, "", List.of(), Set.of(), Set.of(), Set.of(), Set.of());

        Scanner(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitImport(ImportTree node, Void unused) {
            imports.add(node.getQualifiedIdentifier().toString());
            return super.visitImport(node, null);
        }

        @Override
        public Void visitClass(ClassTree node, Void unused) {
            if (node.getSimpleName().isEmpty()) {
                return super.visitClass(node, null);
            }
            Type around = current;
            current = new Type(
                    nameOf(node, around),
                    getCurrentPath()
                            .getCompilationUnit()
                            .getSourceFile()
                            .getName()
                            .contains("src/test/java"),
                    around.doc()
                            + Optional.ofNullable(trees.getDocComment(getCurrentPath()))
                                    .orElse(""),
                    fieldsOf(node),
                    new HashSet<>(),
                    new HashSet<>(),
                    new HashSet<>(),
                    new HashSet<>());
            types.add(current);
            if (around.name().isEmpty()) {
                constants.clear();
            }
            addConstants(node);
            super.visitClass(node, null);
            current = around;
            return null;
        }

        private String nameOf(ClassTree node, Type around) {
            var outside = around.name().isEmpty()
                    ? getCurrentPath().getCompilationUnit().getPackageName()
                    : around.name();
            return outside + "." + node.getSimpleName();
        }

        /// Returns the fields. Those of interfaces and records are implicitly final.
        private static List<Field> fieldsOf(ClassTree node) {
            if (node.getKind() != Tree.Kind.CLASS && node.getKind() != Tree.Kind.ENUM) {
                return List.of();
            }
            return node.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .map(field -> new Field(
                            field.getName().toString(),
                            field.getModifiers().getFlags(),
                            field.getInitializer() instanceof NewClassTree made ? madeBy(made) : ""))
                    .toList();
        }

        private void addConstants(ClassTree node) {
            node.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .filter(field -> field.getInitializer() != null)
                    .forEach(
                            field -> constants.put(field.getName().toString(), String.valueOf(field.getInitializer())));
        }

        @Override
        public Void visitCatch(CatchTree node, Void unused) {
            Tree type = node.getParameter().getType();
            List<? extends Tree> caught =
                    type instanceof UnionTypeTree union ? union.getTypeAlternatives() : List.of(type);
            caught.forEach(each -> current.caught().add(simpleName(each.toString())));
            return super.visitCatch(node, null);
        }

        @Override
        public Void visitThrow(ThrowTree node, Void unused) {
            if (node.getExpression() instanceof NewClassTree made) {
                current.thrown().add(madeBy(made));
            }
            return super.visitThrow(node, null);
        }

        @Override
        public Void visitAnnotation(AnnotationTree node, Void unused) {
            if (node.getAnnotationType().toString().equals("Timeout")) {
                current.waits()
                        .add(node.getArguments().stream()
                                .map(argument -> argument instanceof AssignmentTree assigned
                                        ? String.valueOf(assigned.getExpression())
                                        : argument.toString())
                                .collect(Collectors.joining(", ", "@Timeout(", ")")));
            }
            return super.visitAnnotation(node, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
            current.calls()
                    .add(node.getMethodSelect() + "/" + node.getArguments().size());
            String name = simpleName(node.getMethodSelect().toString());
            if (WAITS.contains(name)
                    || CALLS_OR_OBJECTS
                            .matcher(node.getMethodSelect().toString())
                            .find()) {
                current.waits()
                        .add(node.getArguments().stream()
                                .map(argument -> constants.getOrDefault(argument.toString(), argument.toString()))
                                .collect(Collectors.joining(", ", name + "(", ")")));
            }
            return super.visitMethodInvocation(node, null);
        }

        private static String madeBy(NewClassTree made) {
            String type = made.getIdentifier().toString();
            int parameters = type.indexOf('<');
            return simpleName(parameters < 0 ? type : type.substring(0, parameters));
        }

        private static String simpleName(String type) {
            return type.substring(type.lastIndexOf('.') + 1);
        }
    }
}
