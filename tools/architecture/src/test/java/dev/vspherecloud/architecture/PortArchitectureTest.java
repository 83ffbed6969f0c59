package dev.vspherecloud.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The ports of the storage operations have no implementation that always answers the same. Such an implementation
/// reads as if the program had a safeguard that only its tests have. What a vCenter cannot do is a capability:
/// `StoreCapabilities`.
///
/// A port is an interface of `csi.domain` or `csi.operations` that is not sealed. A method always answers the same if
/// it returns something, reads neither a parameter nor a field of its object, and calls nothing but constructors and
/// the factories of values in `java.util` and `java.time`. A method that only throws is none, and neither is one that
/// states the capabilities.
class PortArchitectureTest {
    private static final Set<String> FACTORIES =
            Set.of("of", "empty", "emptyList", "emptyMap", "emptySet", "ofSeconds");

    @Test
    void noPortAlwaysAnswersTheSame() {
        Set<String> ports = new TreeSet<>();
        Set<String> constant = new TreeSet<>();
        for (JavaClass each : ArchitectureTest.MAIN) {
            if (each.isInterface() || each.getModifiers().contains(JavaModifier.ABSTRACT)) {
                continue;
            }
            for (Class<?> port : portsOf(each)) {
                ports.add(port.getSimpleName());
                constant.addAll(constantAnswers(each.reflect(), port));
            }
        }

        assertThat(ports).contains("VolumeStore", "RecordStore", "AttachmentStore", "AttachmentInventory");
        assertThat(constant).isEmpty();
    }

    private static List<Class<?>> portsOf(JavaClass implementation) {
        return implementation.getAllRawInterfaces().stream()
                .filter(type -> type.getPackageName().startsWith(SourceFiles.BASE + ".csi.domain")
                        || type.getPackageName().startsWith(SourceFiles.BASE + ".csi.operations"))
                .<Class<?>>map(JavaClass::reflect)
                .filter(Predicate.not(Class::isSealed))
                .toList();
    }

    /// Returns the methods of a class that implement a port and always answer the same.
    private static List<String> constantAnswers(Class<?> implementation, Class<?> port) {
        Set<String> asked = Arrays.stream(port.getMethods())
                .map(method -> method.getName()
                        + Arrays.stream(method.getParameterTypes())
                                .map(Class::descriptorString)
                                .collect(Collectors.joining("", "(", ")")))
                .collect(Collectors.toSet());
        return ClassFile.of().parse(bytes(implementation)).methods().stream()
                .filter(method -> !method.flags().has(AccessFlag.BRIDGE))
                .filter(method -> isAsked(method, asked))
                .filter(method ->
                        method.code().filter(code -> isConstant(method, code)).isPresent())
                .map(method -> implementation.getSimpleName() + "."
                        + method.methodName().stringValue())
                .toList();
    }

    /// A type parameter of the port is another type in the implementation, so that only the names and the number of
    /// parameters can be compared.
    private static boolean isAsked(MethodModel method, Set<String> asked) {
        String name = method.methodName().stringValue();
        int parameters = method.methodTypeSymbol().parameterCount();
        return asked.stream().anyMatch(each -> each.startsWith(name + "(") && descriptors(each) == parameters);
    }

    private static long descriptors(String signature) {
        String inside = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
        return Stream.of(inside.replaceAll("\\[*(L[^;]*;|[BCDFIJSZ])", "x").split("(?=x)"))
                .filter(Predicate.not(String::isEmpty))
                .count();
    }

    private static boolean isConstant(MethodModel method, CodeModel code) {
        boolean returns = !method.methodTypeSymbol().returnType().equals(ConstantDescs.CD_void);
        boolean states = method.methodTypeSymbol().returnType().displayName().equals("StoreCapabilities");
        int slots = 1
                + method.methodTypeSymbol().parameterList().stream()
                        .mapToInt(type ->
                                type.equals(ConstantDescs.CD_long) || type.equals(ConstantDescs.CD_double) ? 2 : 1)
                        .sum();
        return returns && !states && code.elementStream().noneMatch(element -> dependsOnSomething(element, slots));
    }

    private static boolean dependsOnSomething(CodeElement element, int slots) {
        return switch (element) {
            case LoadInstruction load -> load.slot() < slots;
            case FieldInstruction field -> field.opcode() == Opcode.GETFIELD;
            case InvokeInstruction call -> !isValue(call);
            case InvokeDynamicInstruction _, ThrowInstruction _ -> true;
            default -> false;
        };
    }

    private static boolean isValue(InvokeInstruction call) {
        ClassEntry owner = call.owner();
        String name = call.name().stringValue();
        boolean isFactory = call.opcode() == Opcode.INVOKESTATIC
                && (owner.asInternalName().startsWith("java/util/")
                        || owner.asInternalName().startsWith("java/time/"))
                && FACTORIES.contains(name);
        return name.equals(ConstantDescs.INIT_NAME) || isFactory;
    }

    private static byte[] bytes(Class<?> type) {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream stream = Objects.requireNonNull(type.getResourceAsStream(file), file)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // --- The rule finds what it is for

    // Only the classes are read.
    @SuppressWarnings("UnusedMethod")
    private interface Port<K> {
        Optional<Map<String, String>> find(K key);

        boolean isThere(K key);

        void forget(K key);
    }

    private record Silent() implements Port<String> {
        @Override
        public Optional<Map<String, String>> find(String key) {
            return Optional.of(Map.of());
        }

        @Override
        public boolean isThere(String key) {
            return false;
        }

        @Override
        public void forget(String key) {}
    }

    private record Honest(Map<String, Map<String, String>> all) implements Port<String> {
        @Override
        public Optional<Map<String, String>> find(String key) {
            return Optional.ofNullable(all.get(key));
        }

        @Override
        public boolean isThere(String key) {
            throw new UnsupportedOperationException(key);
        }

        @Override
        public void forget(String key) {
            all.remove(key);
        }
    }

    @Test
    void aConstantAnswerIsDetected() {
        assertThat(constantAnswers(Silent.class, Port.class)).containsExactly("Silent.find", "Silent.isThere");
        assertThat(constantAnswers(Honest.class, Port.class)).isEmpty();
    }
}
