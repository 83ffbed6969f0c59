package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.text.VisibleText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @EnumSource(names = {"JSON", "YAML"})
    void noNameControlsTheTerminal(OutputFormat format) {
        String text = format.structured(ExplanationJson.of(Situations.hostile("\u001b[2J\u009b\u202e\u2028\u200b")));

        assertThat(text).contains("w\\u001b[2J\\u009b\\u202e\\u2028\\u200b").isEqualTo(VisibleText.lines(text));
    }

    @Test
    void aNodeThatDriftedWhileAnotherVcenterIsSilent() {
        assertThat(OutputFormat.JSON.structured(ExplanationJson.of(Situations.drifted())))
                .isEqualTo("""
                {
                  "node": {
                    "name": "w-1",
                    "providerId": "vsphere://42000000-0000-0000-0000-0000000000a1",
                    "systemUuid": "42000000-0000-0000-0000-0000000000a1",
                    "uninitialized": false,
                    "ownership": "ours",
                    "addresses": [
                      {"type": "Hostname", "address": "w-1.example"},
                      {"type": "InternalIP", "address": "10.1.0.5"},
                      {"type": "ExternalIP", "address": "10.1.0.5"}
                    ]
                  },
                  "state": "drift",
                  "code": "TopologyDrift",
                  "vm": {
                    "name": "w-1",
                    "vcenter": "vc-a",
                    "moref": "vm-62",
                    "biosUuid": "42000000-0000-0000-0000-0000000000a1",
                    "instanceUuid": "50000000-0000-0000-0000-0000000000a1",
                    "role": "machine",
                    "power": "on",
                    "connection": "connected",
                    "toolsRunning": true,
                    "hostName": "w-1.example",
                    "why": "the only VM with the UUID"
                  },
                  "otherVms": [],
                  "silentVcenters": [{"vcenter": "vc-b", "code": "VcenterUnreachable", "why": "nothing listens on vc-b:443"}],
                  "candidates": [
                    {
                      "address": "10.1.0.5",
                      "reported": true,
                      "prefixLength": 16,
                      "origin": "dhcp",
                      "addressState": "preferred",
                      "device": 4000,
                      "network": "VM Network",
                      "mac": "00:50:56:00:00:01",
                      "gets": ["InternalIP", "ExternalIP"],
                      "rule": "the first that is not excluded"
                    },
                    {
                      "address": "10.1.0.100",
                      "reported": true,
                      "prefixLength": 32,
                      "origin": "dhcp",
                      "addressState": "preferred",
                      "device": 4000,
                      "network": "VM Network",
                      "mac": "00:50:56:00:00:01",
                      "gets": [],
                      "rule": "virtual: /32 beside a wider one"
                    },
                    {
                      "address": "10.244.0.1",
                      "reported": true,
                      "prefixLength": 24,
                      "origin": "dhcp",
                      "addressState": "preferred",
                      "device": null,
                      "network": null,
                      "mac": null,
                      "gets": [],
                      "rule": "not on a virtual NIC of the VM"
                    },
                    {
                      "address": "10.1.0.7",
                      "reported": false,
                      "prefixLength": null,
                      "origin": null,
                      "addressState": null,
                      "device": 4000,
                      "network": "VM Network",
                      "mac": null,
                      "gets": [],
                      "rule": "kept, not reported any more"
                    }
                  ],
                  "grounds": ["IPv4 InternalIP: the first that is not excluded"],
                  "addresses": [
                    {"type": "Hostname", "address": "w-1.example", "change": "stays"},
                    {"type": "InternalIP", "address": "10.1.0.5", "change": "stays"},
                    {"type": "ExternalIP", "address": "10.1.0.5", "change": "stays"}
                  ],
                  "zone": "zone-b",
                  "region": "eu",
                  "places": [
                    {
                      "path": "host",
                      "kind": "HostSystem",
                      "name": "esx-1",
                      "moref": "esx-1-ref",
                      "tags": [],
                      "unread": null,
                      "rule": "no tag of either category"
                    },
                    {
                      "path": "host",
                      "kind": "ClusterComputeResource",
                      "name": "blue",
                      "moref": "blue-ref",
                      "tags": [{"category": "k8s-zone", "name": "zone-b"}],
                      "unread": null,
                      "rule": "zone zone-b"
                    },
                    {
                      "path": "pool",
                      "kind": "ResourcePool",
                      "name": "Resources",
                      "moref": "resgroup-1",
                      "tags": null,
                      "unread": "no right to read it",
                      "rule": "not evaluated"
                    },
                    {
                      "path": "folder",
                      "kind": "Datacenter",
                      "name": "dc-1",
                      "moref": "dc-1-ref",
                      "tags": [{"category": "k8s-region", "name": "eu"}],
                      "unread": null,
                      "rule": "not evaluated"
                    }
                  ],
                  "labels": [
                    {
                      "key": "node.kubernetes.io/instance-type",
                      "has": "vsphere-vm.cpu-4.mem-16gb.os-photon",
                      "wanted": "vsphere-vm.cpu-4.mem-16gb.os-photon"
                    },
                    {"key": "topology.kubernetes.io/region", "has": "eu", "wanted": "eu"},
                    {"key": "topology.kubernetes.io/zone", "has": "zone-a", "wanted": "zone-b"}
                  ],
                  "reasons": [
                    {
                      "code": "TopologyDrift",
                      "message": "its VM is in zone-b now",
                      "title": "Zone or region of the VM differ from the Node's",
                      "meaning": "The Node keeps the labels that it got first, but the tags above its VM now give other values.",
                      "cause": "The VM was migrated, or its tags were changed.",
                      "remedy": "Volumes and Pods rely on the labels, so the provider does not change them. Drain and delete the Node, so that its kubelet registers it again; or set `labels.relabel: true`.",
                      "blocks": false
                    }
                  ],
                  "next": {"step": "settled", "text": "Nothing: there is nothing to write."}
                }
                """);
    }

    /// A program that reads the JSON need not check whether a member is there.
    @ParameterizedTest
    @MethodSource("dev.vspherecloud.ccm.application.explain.Situations#all")
    void everyMemberIsAlwaysThere(Explanation explained) throws JsonProcessingException {
        JsonNode json = JSON.readTree(ExplanationJson.of(explained).toString());

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "node",
                        "state",
                        "code",
                        "vm",
                        "otherVms",
                        "silentVcenters",
                        "candidates",
                        "grounds",
                        "addresses",
                        "zone",
                        "region",
                        "places",
                        "labels",
                        "reasons",
                        "next");
    }

    @Test
    void allNodesAreAnArray() throws JsonProcessingException {
        JsonNode json = JSON.readTree(ExplanationJson.of(List.of(Situations.healthy(), Situations.foreign()))
                .toString());

        assertThat(json.valueStream().map(node -> node.at("/node/name").asText()))
                .containsExactly("w-1", "cloud");
    }
}
