package dev.vspherecloud.ccm.application.scenario.login;

import java.util.List;
import java.util.stream.Stream;

/// Configurations with a password and a mistake next to it or around it, as users make them.
final class FaultyConfigs {
    private static final List<String> YAML = List.of(
            // The value is not what it looks like.
            "global:\n  user: u\n  password: \"SECRET\n",
            "global:\n  user: u\n  password: 'SECRET\n",
            "global:\n  user: u\n  password: 'SECRET'x\n",
            "global:\n  user: u\n  password: \"x\\qSECRET\"\n",
            "global:\n  user: u\n  password: *SECRET\n",
            "global:\n  user: u\n  password: &SECRET\n",
            "global:\n  user: u\n  password: !SECRET\n",
            "global:\n  user: u\n  password: @SECRET\n",
            "global:\n  user: u\n  password: `SECRET\n",
            "global:\n  user: u\n  password: %SECRET\n",
            "global:\n  user: u\n  password: |SECRET\n",
            "global:\n  user: u\n  password: {SECRET\n",
            "global:\n  user: u\n  password: [SECRET\n",
            "global:\n  user: u\n  password: {SECRET: x}\n",
            "global:\n  user: u\n  password: [SECRET]\n",
            // The key or the place is wrong.
            "global:\n  user: u\n  pasword: SECRET\n",
            "global:\n  user: u\n  password: x\n  password: SECRET\n",
            "global:\n  user: u\n password: SECRET\n",
            "global:\n\tuser: u\n\tpassword: SECRET\n",
            "password: SECRET\n",
            "vcenter:\n  vc: SECRET\n",
            "SECRET\n");
    private static final List<String> INI = List.of(
            "[Global]\nuser = u\npassword = \"SECRET\n",
            "[Global]\nuser = u\npassword = SECRET\\q\n",
            "[Global]\nuser = u\npasword = SECRET\n",
            "[Global]\nuser = u\npassword SECRET\n",
            "[Global\nuser = u\npassword = SECRET\n",
            "[VirtualCenter \"vc]\nuser = u\npassword = SECRET\n",
            "[Globl]\nuser = u\npassword = SECRET\n",
            "user = u\npassword = SECRET\n");

    private FaultyConfigs() {}

    /// Returns one configuration for each mistake, each with its own secret.
    static List<String> with(PlantedSecrets secrets, int round) {
        List<String> all = Stream.concat(YAML.stream(), INI.stream()).toList();
        return Stream.iterate(0, n -> n < all.size(), n -> n + 1)
                .map(n -> all.get(n).replace("SECRET", secrets.plant("spoilt " + round + "." + n)))
                .toList();
    }
}
