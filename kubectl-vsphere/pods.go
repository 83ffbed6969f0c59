package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	program          = "vsphere-cloud-controller-manager"
	upstreamImage    = "cloud-provider-vsphere"
	entryPoint       = "/bin/" + program // of the image
	defaultNamespace = "kube-system"
	selector         = "component=cloud-controller-manager" // of the chart and the manifests
)

// Rule from: apimachinery, pkg/util/validation, IsDNS1123Label and IsDNS1123Subdomain.
var (
	dnsLabel     = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)
	dnsSubdomain = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)
)

const maxSubdomain = 253

type podList struct {
	Items []pod `json:"items"`
}

type pod struct {
	Metadata struct {
		Name            string            `json:"name"`
		Namespace       string            `json:"namespace"`
		UID             string            `json:"uid"`
		Labels          map[string]string `json:"labels"`
		Annotations     map[string]string `json:"annotations"`
		OwnerReferences []struct {
			Kind string `json:"kind"`
			Name string `json:"name"`
		} `json:"ownerReferences"`
		DeletionTimestamp string `json:"deletionTimestamp"`
	} `json:"metadata"`
	Spec struct {
		Containers         []container `json:"containers"`
		HostNetwork        bool        `json:"hostNetwork"`
		Hostname           string      `json:"hostname"`
		NodeName           string      `json:"nodeName"`
		ServiceAccountName string      `json:"serviceAccountName"`
	} `json:"spec"`
	Status struct {
		Phase  string `json:"phase"`
		PodIP  string `json:"podIP"`
		HostIP string `json:"hostIP"`
	} `json:"status"`
}

type container struct {
	Name    string   `json:"name"`
	Image   string   `json:"image"`
	Command []string `json:"command"`
	Args    []string `json:"args"`
	Env     []envVar `json:"env"`
}

type envVar struct {
	Name      string `json:"name"`
	Value     string `json:"value"`
	ValueFrom *struct {
		FieldRef *struct {
			FieldPath string `json:"fieldPath"`
		} `json:"fieldRef"`
	} `json:"valueFrom"`
}

type lease struct {
	Spec struct {
		HolderIdentity string `json:"holderIdentity"`
	} `json:"spec"`
}

// target is the Pod and the container in which the program runs.
type target struct {
	pod       pod
	container container
	isLeader  bool
}

func (t target) name() string { return t.pod.Metadata.Namespace + "/" + t.pod.Metadata.Name }

// find returns the Pod of the leader. If the Lease names none of the Pods, it returns the first one that runs, which is
// good enough for a command that reads.
func find(ctx context.Context, k kubectl, line commandLine, stderr io.Writer) (target, error) {
	targets, err := candidates(ctx, k, line)
	if err != nil {
		return target{}, err
	}
	if len(installations(targets)) > 1 {
		return target{}, fmt.Errorf("found %d installations: %s; choose one with -n NAMESPACE or --pod NAME", len(installations(targets)), names(targets))
	}
	holder, err := holder(ctx, k, targets[0])
	if err != nil {
		say(stderr, "kubectl vsphere: cannot tell which Pod leads (%s); using %s", oneLine(err.Error()), targets[0].name())
		return targets[0], nil
	}
	for _, each := range targets {
		if each.holds(holder) {
			each.isLeader = true
			return each, nil
		}
	}
	say(stderr, "kubectl vsphere: the Lease names %q as leader, which is none of %s; using %s", holder, names(targets), targets[0].name())
	return targets[0], nil
}

// candidates returns all Pods that run the program, at least one.
func candidates(ctx context.Context, k kubectl, line commandLine) ([]target, error) {
	namespace := line.namespace
	if namespace == "" {
		namespace = defaultNamespace
	}
	all, err := list(ctx, k, "--namespace="+namespace)
	if err != nil {
		return nil, err
	}
	where := "in the namespace " + namespace
	targets := matching(all, line.pod)
	if len(targets) == 0 && line.namespace == "" {
		everywhere, err := list(ctx, k, "--all-namespaces", "--selector="+selector)
		if err != nil {
			return nil, fmt.Errorf("found no Pod of %s %s, and cannot look in other namespaces; give -n NAMESPACE: %w", program, where, err)
		}
		where += " or with the label " + selector + " in any namespace"
		targets = matching(everywhere, line.pod)
		all.Items = append(all.Items, everywhere.Items...)
	}
	if len(targets) > 0 {
		return targets, nil
	}
	for _, each := range all.Items {
		if slices.ContainsFunc(each.Spec.Containers, isUpstream) {
			return nil, fmt.Errorf("found %s/%s, which runs cloud-provider-vsphere (Go); it has no such commands. To run them before you replace it, see \"take over\" in the documentation", each.Metadata.Namespace, each.Metadata.Name)
		}
	}
	if line.pod != "" {
		return nil, fmt.Errorf("found no running Pod %s of %s %s; check --pod and -n", line.pod, program, where)
	}
	return nil, fmt.Errorf("found no running Pod of %s %s; give -n NAMESPACE, or install the provider", program, where)
}

func list(ctx context.Context, k kubectl, args ...string) (podList, error) {
	var pods podList
	err := k.readJSON(ctx, &pods, append(append([]string{"get", "--output=json"}, args...), "--", "pods")...)
	return pods, err
}

// isName reports whether the text has the form of the name of a Pod or a Lease.
func isName(text string) bool { return len(text) <= maxSubdomain && dnsSubdomain.MatchString(text) }

// matching returns the running Pods of the program. It leaves out those with a name that no API server accepts, since the
// names are arguments of kubectl.
func matching(pods podList, name string) []target {
	var targets []target
	for _, each := range pods.Items {
		if each.Status.Phase != "Running" || each.Metadata.DeletionTimestamp != "" || (name != "" && each.Metadata.Name != name) {
			continue
		}
		i := slices.IndexFunc(each.Spec.Containers, func(c container) bool { return isProvider(c, each.Metadata.Labels) })
		if i >= 0 && isName(each.Metadata.Name) && dnsLabel.MatchString(each.Metadata.Namespace) && dnsLabel.MatchString(each.Spec.Containers[i].Name) {
			targets = append(targets, target{pod: each, container: each.Spec.Containers[i]})
		}
	}
	slices.SortFunc(targets, func(a, b target) int { return strings.Compare(a.name(), b.name()) })
	return targets
}

// isProvider reports whether the container runs the program: by the name of its image or of its command; or, if a mirror
// renamed the image, by its arguments in a Pod with the label of the chart and the manifests.
func isProvider(c container, labels map[string]string) bool {
	if isUpstream(c) {
		return false
	}
	if imageName(c.Image) == program || (len(c.Command) > 0 && path.Base(c.Command[0]) == program) {
		return true
	}
	return len(c.Command) == 0 && labels["component"] == "cloud-controller-manager" && slices.Contains(c.Args, "--cloud-provider=vsphere")
}

// isUpstream reports whether the image is that of cloud-provider-vsphere (Go), which has the same entry point.
func isUpstream(c container) bool { return imageName(c.Image) == upstreamImage }

func imageName(image string) string {
	name, _, _ := strings.Cut(path.Base(image), "@")
	name, _, _ = strings.Cut(name, ":")
	return name
}

// installations returns the owners of the Pods. A ReplicaSet counts as its Deployment, so that a rolling update is one.
func installations(targets []target) []string {
	var owners []string
	for _, each := range targets {
		owner := each.pod.Metadata.Namespace + "/" + each.pod.Metadata.Name
		if refs := each.pod.Metadata.OwnerReferences; len(refs) > 0 {
			name := refs[0].Name
			if refs[0].Kind == "ReplicaSet" {
				name = strings.TrimSuffix(name, "-"+each.pod.Metadata.Labels["pod-template-hash"])
			}
			owner = each.pod.Metadata.Namespace + "/" + name
		}
		if !slices.Contains(owners, owner) {
			owners = append(owners, owner)
		}
	}
	return owners
}

func names(targets []target) string {
	var all []string
	for _, each := range targets {
		all = append(all, each.name())
	}
	return strings.Join(all, ", ")
}

func holder(ctx context.Context, k kubectl, t target) (string, error) {
	args, err := t.arguments()
	if err != nil {
		return "", err
	}
	name := flag(args, "leader-elect-resource-name", "cloud-controller-manager")
	namespace := flag(args, "leader-elect-resource-namespace", defaultNamespace)
	if !isName(name) || !dnsLabel.MatchString(namespace) {
		return "", fmt.Errorf("the arguments of Pod %s name the Lease %q in the namespace %q, which is no name of Kubernetes", t.name(), name, namespace)
	}
	var found lease
	err = k.readJSON(ctx, &found, "get", "--output=json", "--namespace="+namespace, "--", "lease", name)
	return found.Spec.HolderIdentity, err
}

// holds reports whether the identity, HOST_UUID, is that of this Pod. In the network of its Node a Pod has the Node's host
// name, which may be longer or shorter than the name of the Node by a domain.
func (t target) holds(identity string) bool {
	i := strings.LastIndex(identity, "_")
	if i < 0 {
		return false
	}
	host := identity[:i]
	if !t.pod.Spec.HostNetwork {
		return host == t.pod.Metadata.Name || (t.pod.Spec.Hostname != "" && host == t.pod.Spec.Hostname)
	}
	short := func(name string) string { first, _, _ := strings.Cut(name, "."); return first }
	return host == t.pod.Spec.NodeName || short(host) == short(t.pod.Spec.NodeName)
}

// command returns the command line to run in the container: the container's own arguments, then the user's.
func (t target) command(line commandLine) ([]string, error) {
	command := append([]string{t.executable()}, line.words()...)
	if line.command == "version" {
		return append(command, line.rest...), nil
	}
	args, err := t.arguments()
	if err != nil {
		return nil, err
	}
	return append(append(command, args...), line.rest...), nil
}

func (t target) executable() string {
	if len(t.container.Command) > 0 {
		return t.container.Command[0]
	}
	return entryPoint
}

// arguments returns the arguments of the container as the kubelet gives them to the program.
func (t target) arguments() ([]string, error) {
	var args []string
	if len(t.container.Command) > 0 {
		args = append(args, t.container.Command[1:]...)
	}
	args = append(args, t.container.Args...)
	for i, arg := range args {
		expanded, err := t.expand(arg)
		if err != nil {
			return nil, err
		}
		args[i] = expanded
	}
	return args, nil
}

// expand replaces $(NAME) as the kubelet does. Rule from: kubernetes, third_party/forked/golang/expansion.
func (t target) expand(text string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '$' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		switch text[i+1] {
		case '$':
			out.WriteByte('$')
			i++
		case '(':
			end := strings.IndexByte(text[i:], ')')
			if end < 0 {
				out.WriteByte('$')
				continue
			}
			name := text[i+2 : i+end]
			value, isKnown, err := t.variable(name)
			if err != nil {
				return "", err
			}
			if !isKnown {
				value = text[i : i+end+1]
			}
			out.WriteString(value)
			i += end
		default:
			out.WriteByte('$')
		}
	}
	return out.String(), nil
}

func (t target) variable(name string) (value string, isKnown bool, err error) {
	for _, each := range slices.Backward(t.container.Env) {
		if each.Name != name {
			continue
		}
		if each.ValueFrom == nil {
			value, err := t.expand(each.Value)
			return value, true, err
		}
		if each.ValueFrom.FieldRef != nil {
			if value, ok := t.field(each.ValueFrom.FieldRef.FieldPath); ok {
				return value, true, nil
			}
		}
		return "", false, fmt.Errorf("an argument of container %s of Pod %s uses the variable %s, whose value the plugin cannot know; run the command with kubectl exec", t.container.Name, t.name(), name)
	}
	return "", false, nil
}

func (t target) field(path string) (string, bool) {
	value, ok := map[string]string{
		"metadata.name":           t.pod.Metadata.Name,
		"metadata.namespace":      t.pod.Metadata.Namespace,
		"metadata.uid":            t.pod.Metadata.UID,
		"spec.nodeName":           t.pod.Spec.NodeName,
		"spec.serviceAccountName": t.pod.Spec.ServiceAccountName,
		"status.podIP":            t.pod.Status.PodIP,
		"status.hostIP":           t.pod.Status.HostIP,
	}[path]
	return value, ok
}

// flag returns the value of the last flag of this name.
func flag(args []string, name, otherwise string) string {
	value := otherwise
	for i, arg := range args {
		if given, isSet := strings.CutPrefix(arg, "--"+name+"="); isSet {
			value = given
		} else if arg == "--"+name && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}
