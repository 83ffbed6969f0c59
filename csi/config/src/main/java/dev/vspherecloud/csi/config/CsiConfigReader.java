package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import dev.vspherecloud.config.vcenter.VsphereConf;
import dev.vspherecloud.config.vcenter.VsphereConfReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Reads the configuration of the CSI driver.
///
/// If `csi-vsphere.conf` exists, it applies, and a `vsphere.conf` beside it must agree with it. If only
/// `vsphere.conf` exists, that applies, with the section `csi` for the keys of the driver. If neither exists, the
/// environment variables apply alone.
///
/// The caller gets a configuration with its warnings, or all problems with their places. No method throws an
/// exception, whatever the files contain. Besides these files the reader opens only the CA files that they name, and
/// checks whether the directory of credentials exists.
public final class CsiConfigReader {
    private static final String NODES = "nodes";
    private static final Set<String> PROXY_VARIABLES = Set.of("HTTPS_PROXY", "NO_PROXY");

    private final Map<String, String> environment;
    private final VsphereConfReader checks;

    /// Creates a reader with the given access to files.
    CsiConfigReader(Map<String, String> environment, CaFiles files, Predicate<Path> directoryExists) {
        this.environment = Map.copyOf(environment);
        // The variables of the cloud controller manager have other meanings, so the library sees only the proxy.
        this.checks = new VsphereConfReader(
                CsiConfigTable.TABLE,
                this.environment.entrySet().stream()
                        .filter(each -> PROXY_VARIABLES.contains(each.getKey().toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                files,
                directoryExists);
    }

    /// Reads the files. Blocks on the file system only. Call it again when a file has changed.
    ///
    /// @param environment the environment variables of the process; some of them override the files
    public static CsiConfigResult read(CsiConfigFiles files, Map<String, String> environment) {
        return new CsiConfigReader(environment, CaFiles.ofPem(), Files::isDirectory).read(files);
    }

    CsiConfigResult read(CsiConfigFiles files) {
        var problems = new Problems();
        Optional<Path> shared = files.shared().filter(Files::exists);
        boolean hasOwn = Files.exists(files.own());
        if (!hasOwn && shared.isEmpty() && CsiEnvironmentOverrides.nameVcenter(environment)) {
            return ofEnvironment(files.own().toString(), problems);
        }
        if (!hasOwn && shared.isPresent()) {
            warnOfMissing(files.own(), shared.get(), problems);
            return result(Optional.empty(), text(shared.get(), problems), problems);
        }
        Optional<ConfigText> own = text(files.own(), problems);
        if (own.isEmpty()) {
            return new CsiConfigResult.Rejected(problems.all());
        }
        var ofShared = new Problems();
        Optional<ConfigText> other = shared.flatMap(file -> text(file, ofShared));
        warnOfShared(ofShared, problems);
        return result(own, other, problems);
    }

    /// Warns if the environment names a file that does not exist, so that another file applies in its place.
    private void warnOfMissing(Path own, Path shared, Problems problems) {
        if (environment.getOrDefault(CsiConfigTable.OPTION, "").strip().equals(own.toString())) {
            problems.warning(
                    ConfigLocation.variable(CsiConfigTable.OPTION),
                    "found no file %s, expected the configuration; %s applies instead, set the variable to that file"
                            .formatted(RawValue.printable(own.toString()), shared));
        }
    }

    private static void warnOfShared(Problems ofShared, Problems problems) {
        ofShared.all()
                .forEach(each -> problems.warning(
                        each.place(), each.message() + " (the CSI driver cannot compare this file with its own)"));
    }

    private static Optional<ConfigText> text(Path file, Problems problems) {
        return ConfigText.content(file, CsiConfigTable.OPTION, problems)
                .flatMap(content -> ConfigText.of(file.toString(), content, problems));
    }

    /// Reads the texts of the two files. Pure, except for the files that the texts name.
    ///
    /// @param problems the problems that were found before
    CsiConfigResult result(Optional<ConfigText> own, Optional<ConfigText> shared, Problems problems) {
        if (own.isEmpty()) {
            return result(shared.flatMap(text -> conf(text, problems)), true, problems);
        }
        Optional<VsphereConf> conf = conf(own.get(), problems);
        conf.ifPresent(each -> warnOfOtherProgram(each.raw(), problems));
        if (shared.isPresent() && conf.isPresent()) {
            var ofShared = new Problems();
            conf(shared.get(), ofShared)
                    .ifPresentOrElse(
                            other -> new FileAgreement(conf.get(), other, problems).check(),
                            () -> warnOfShared(ofShared, problems));
        }
        return result(conf, false, problems);
    }

    /// Warns if the driver's own file has the section that only the cloud controller manager reads.
    private static void warnOfOtherProgram(RawConfig own, Problems problems) {
        own.foreignSections().stream()
                .filter(NODES::equalsIgnoreCase)
                .findFirst()
                .ifPresent(name -> problems.warning(
                        own.place(),
                        "found the section \"%s\", which only the cloud controller manager reads; if this file is its vsphere.conf, mount it under that name, else remove the section"
                                .formatted(name)));
    }

    private CsiConfigResult ofEnvironment(String name, Problems problems) {
        var nothing =
                new RawConfig(Dialect.INI, ConfigLocation.wholeFile(name), Map.of(), Map.of(), Map.of(), Set.of());
        return result(Optional.of(checked(nothing, problems)), false, problems);
    }

    private static CsiConfigResult result(Optional<VsphereConf> conf, boolean isShared, Problems problems) {
        return conf.flatMap(each -> new CsiConfigValidator(each, isShared, problems).config())
                .<CsiConfigResult>map(config -> new CsiConfigResult.Accepted(config, problems.all()))
                .orElseGet(() -> new CsiConfigResult.Rejected(problems.all()));
    }

    private Optional<VsphereConf> conf(ConfigText text, Problems problems) {
        return text.read(CsiConfigTable.TABLE, problems).map(raw -> checked(raw, problems));
    }

    private VsphereConf checked(RawConfig raw, Problems problems) {
        return checks.check(new CsiEnvironmentOverrides(withServer(raw), environment, problems).applied(), problems);
    }

    /// Returns the configuration with the server of the older key `VCenterIP` under its newer name.
    private static RawConfig withServer(RawConfig raw) {
        Optional<RawValue> server = raw.global().value(CsiConfigKey.VCENTER_IP);
        if (server.isEmpty() || raw.global().has(VcenterKey.GLOBAL_SERVER)) {
            return raw;
        }
        var values = new LinkedHashMap<ConfigKey, RawValue>(raw.global().values());
        values.put(VcenterKey.GLOBAL_SERVER, server.get());
        var shared = new LinkedHashMap<>(raw.shared());
        shared.put(Section.GLOBAL, new RawSection(raw.dialect(), raw.global().place(), values));
        return new RawConfig(raw.dialect(), raw.place(), shared, raw.vcenters(), raw.named(), raw.foreignSections());
    }
}
