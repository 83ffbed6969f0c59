package dev.vspherecloud.architecture;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Finds places where the name of a Java type or constant becomes text. There, a rename changes the text.
///
/// The compiler resolves the types, because the sources alone do not distinguish `name()` of a constant from that
/// of a record. A value whose static type is `Object` or an unbounded type variable is not recognised.
final class JavaNames {
    /// One such place.
    ///
    /// @param type the enclosing class, with package; nested classes after a dot
    /// @param what the expression, as in the source
    record Use(Kind kind, String type, long line, String what) {}

    enum Kind {
        /// The name of an enum constant, or a text that is compared with such a name.
        CONSTANT,

        /// The default text of a record, or of an object without `toString`: it begins with the name of the type.
        DEFAULT_TEXT,

        /// The name of a class.
        CLASS
    }

    private static final Set<String> NAMES_OF_A_CLASS =
            Set.of("getName", "getSimpleName", "getTypeName", "getCanonicalName", "toString");

    private static final Set<String> WITHOUT_TEXT = Set.of("java.lang.Object", "java.lang.Record", "java.lang.Enum");

    private JavaNames() {}

    /// Compiles the sources in memory.
    ///
    /// @throws IllegalArgumentException when they do not compile against the class path of this process
    static List<Use> in(Iterable<? extends JavaFileObject> sources) {
        var problems = new DiagnosticCollector<JavaFileObject>();
        var options = List.of("-proc:none", "-Xlint:none", "-cp", System.getProperty("java.class.path"));
        var task =
                (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, problems, options, null, sources);
        try {
            var units = new ArrayList<CompilationUnitTree>();
            task.parse().forEach(units::add);
            var _ = task.analyze();
            var errors = problems.getDiagnostics().stream()
                    .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                    .map(Object::toString)
                    .collect(Collectors.joining("\n"));
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException(errors);
            }
            var scanner = new Scanner(task);
            units.forEach(unit -> scanner.scan(new TreePath(unit), null));
            return List.copyOf(scanner.uses);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Threads: confined to one.
    private static final class Scanner extends TreePathScanner<Void, Void> {
        private final Trees trees;
        private final Types types;
        private final List<Use> uses = new ArrayList<>();
        private String current = "";

        Scanner(JavacTask task) {
            trees = Trees.instance(task);
            types = task.getTypes();
        }

        @Override
        public Void visitClass(ClassTree node, Void unused) {
            String around = current;
            if (!node.getSimpleName().isEmpty() && trees.getElement(getCurrentPath()) instanceof TypeElement type) {
                current = type.getQualifiedName().isEmpty()
                        ? around
                        : type.getQualifiedName().toString();
            }
            super.visitClass(node, null);
            current = around;
            return null;
        }

        @Override
        public Void visitBinary(BinaryTree node, Void unused) {
            if (node.getKind() == Tree.Kind.PLUS && isText(trees.getTypeMirror(getCurrentPath()))) {
                asText(node.getLeftOperand());
                asText(node.getRightOperand());
            }
            return super.visitBinary(node, null);
        }

        @Override
        public Void visitCompoundAssignment(CompoundAssignmentTree node, Void unused) {
            if (isText(trees.getTypeMirror(getCurrentPath()))) {
                asText(node.getExpression());
            }
            return super.visitCompoundAssignment(node, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
            if (elementOf(node.getMethodSelect()) instanceof ExecutableElement method) {
                var receiver = node.getMethodSelect() instanceof MemberSelectTree select
                        ? typeOf(new TreePath(getCurrentPath(), select), select.getExpression())
                        : null;
                named(method, receiver).ifPresent(kind -> add(kind, node));
                if (takesText(method)) {
                    for (int i = 0; i < node.getArguments().size(); i++) {
                        if (isAnything(parameter(method, i))) {
                            asText(node.getArguments().get(i));
                        }
                    }
                }
            }
            return super.visitMethodInvocation(node, null);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree node, Void unused) {
            if (trees.getElement(getCurrentPath()) instanceof ExecutableElement method) {
                named(method, typeOf(node.getQualifierExpression())).ifPresent(kind -> add(kind, node));
            }
            return super.visitMemberReference(node, null);
        }

        /// Returns which kind of name the result of a method contains, if any.
        private Optional<Kind> named(ExecutableElement method, @Nullable TypeMirror receiver) {
            String name = method.getSimpleName().toString();
            String owner = ownerOf(method);
            if (owner.equals("java.lang.Class")) {
                return NAMES_OF_A_CLASS.contains(name) ? Optional.of(Kind.CLASS) : Optional.empty();
            }
            boolean isOfEnum = owner.equals("java.lang.Enum");
            if (isOfEnum && name.equals("name")) {
                return Optional.of(Kind.CONSTANT);
            }
            if (name.equals("valueOf") && (isOfEnum || isEnum(method.getEnclosingElement()))) {
                return Optional.of(Kind.CONSTANT);
            }
            return name.equals("toString") && method.getParameters().isEmpty() && receiver != null
                    ? textOf(receiver)
                    : Optional.empty();
        }

        private void asText(ExpressionTree value) {
            textOf(typeOf(value)).ifPresent(kind -> add(kind, value));
        }

        /// Returns which kind of name the text of such a value contains, if any.
        private Optional<Kind> textOf(@Nullable TypeMirror type) {
            return switch (type) {
                case TypeVariable variable ->
                    isAnything(variable.getUpperBound()) ? Optional.empty() : textOf(types.erasure(variable));
                case IntersectionType both -> first(both.getBounds());
                case ArrayType array -> textOf(array.getComponentType());
                case DeclaredType declared
                when declared.asElement() instanceof TypeElement element -> {
                    String name = element.getQualifiedName().toString();
                    if (name.equals("java.lang.Class")) {
                        yield Optional.of(Kind.CLASS);
                    }
                    if (name.equals("java.lang.Enum")) {
                        yield Optional.of(Kind.CONSTANT);
                    }
                    yield name.startsWith(SourceFiles.BASE) ? ownText(element) : first(declared.getTypeArguments());
                }
                case null, default -> Optional.empty();
            };
        }

        private Optional<Kind> first(List<? extends TypeMirror> all) {
            return all.stream().map(this::textOf).flatMap(Optional::stream).findFirst();
        }

        /// Returns the kind for a type of this project. A sealed interface has the kind of its permitted types.
        private Optional<Kind> ownText(TypeElement type) {
            if (hasText(type)) {
                return Optional.empty();
            }
            if (type.getKind() == ElementKind.INTERFACE
                    && !type.getPermittedSubclasses().isEmpty()) {
                return first(type.getPermittedSubclasses());
            }
            return Optional.of(type.getKind() == ElementKind.ENUM ? Kind.CONSTANT : Kind.DEFAULT_TEXT);
        }

        /// Returns true if the source has a `toString`. The compiler gives a record one that no source has.
        private boolean hasText(TypeElement type) {
            boolean isOwn = ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                    .anyMatch(method -> method.getSimpleName().contentEquals("toString")
                            && method.getParameters().isEmpty()
                            && trees.getTree(method) != null);
            return isOwn
                    || (type.getSuperclass() instanceof DeclaredType above
                            && above.asElement() instanceof TypeElement element
                            && inheritsText(element));
        }

        /// Returns true for exceptions of the JDK as well.
        private boolean inheritsText(TypeElement above) {
            String name = above.getQualifiedName().toString();
            return name.startsWith(SourceFiles.BASE) ? hasText(above) : !WITHOUT_TEXT.contains(name);
        }

        /// Returns true if the method converts its argument to text. Collections and similar types keep the value.
        private static boolean takesText(ExecutableElement method) {
            String owner = ownerOf(method);
            boolean isKept = owner.startsWith("java.util.") && !owner.equals("java.util.Objects");
            return !isKept && !method.getSimpleName().contentEquals("equals");
        }

        private static @Nullable TypeMirror parameter(ExecutableElement method, int place) {
            var parameters = method.getParameters();
            if (parameters.isEmpty()) {
                return null;
            }
            TypeMirror type =
                    parameters.get(Math.min(place, parameters.size() - 1)).asType();
            return method.isVarArgs() && place >= parameters.size() - 1 && type instanceof ArrayType array
                    ? array.getComponentType()
                    : type;
        }

        private static boolean isAnything(@Nullable TypeMirror type) {
            return isNamed(type, "java.lang.Object");
        }

        private static boolean isText(@Nullable TypeMirror type) {
            return isNamed(type, "java.lang.String");
        }

        private static boolean isNamed(@Nullable TypeMirror type, String name) {
            return type != null
                    && type.getKind() == TypeKind.DECLARED
                    && ((DeclaredType) type).asElement() instanceof TypeElement element
                    && element.getQualifiedName().contentEquals(name);
        }

        private static boolean isEnum(@Nullable Element owner) {
            return owner != null && owner.getKind() == ElementKind.ENUM;
        }

        private static String ownerOf(ExecutableElement method) {
            return String.valueOf(method.getEnclosingElement());
        }

        private @Nullable Element elementOf(Tree tree) {
            return trees.getElement(new TreePath(getCurrentPath(), tree));
        }

        private @Nullable TypeMirror typeOf(Tree tree) {
            return typeOf(getCurrentPath(), tree);
        }

        private @Nullable TypeMirror typeOf(TreePath around, Tree tree) {
            return trees.getTypeMirror(new TreePath(around, tree));
        }

        private void add(Kind kind, Tree tree) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            long line =
                    unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
            uses.add(new Use(kind, current, line, tree.toString()));
        }
    }
}
