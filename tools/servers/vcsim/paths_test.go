package main

import "testing"

func TestPathsAreCheckedAgainstTheirType(t *testing.T) {
	for path, valid := range map[string]bool{
		"name":                           true,
		"guest.net":                      true,
		"runtime.powerState":             true,
		"config.hardware.device":         true,
		`config.extraConfig["guest.x"]`:  true,
		"summary.config.instanceUuid":    true,
		"guest.nets":                     false,
		"runtime.powerstate":             false,
		"config.uuid.more":               false,
		"":                               false,
		"config.hardware.device.backing": false,
	} {
		if got := hasPath(managedType("VirtualMachine"), path); got != valid {
			t.Errorf("hasPath(%q) = %t", path, got)
		}
	}
}

func TestSubtypesHaveTheirBasesProperties(t *testing.T) {
	if !isA("ClusterComputeResource", "ComputeResource") || !isA("VirtualMachine", "ManagedEntity") {
		t.Error("a subtype is not seen as its base")
	}
	if isA("VirtualMachine", "HostSystem") || isA("NoSuchType", "ManagedEntity") {
		t.Error("strangers are seen as related")
	}
}

func TestAChangeTouchesPathsAboveAndBelow(t *testing.T) {
	for _, pair := range [][2]string{{"guest.net", "guest"}, {"guest", "guest"}, {"config.x[1]", "config.x"}} {
		if !within(pair[0], pair[1]) {
			t.Errorf("%s is not within %s", pair[0], pair[1])
		}
	}
	if within("guestHeartbeatStatus", "guest") {
		t.Error("a longer name is taken for a path below")
	}
}

func TestOlderVersionsSortByNumber(t *testing.T) {
	if !older("6.7.3", "7.0.0.0") || !older("6.7", "6.7.1") || older("8.0.3.0", "8.0.3.0") || older("10.0", "9.0") {
		t.Error("versions are compared as text")
	}
}
