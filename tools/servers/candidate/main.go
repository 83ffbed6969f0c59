// Command candidate stands for election on a Lease as every Go controller does, with client-go's own leader election,
// and tells on standard output what becomes of it. It does nothing else while it leads.
//
//	candidate -kubeconfig file -name lease -identity me
//
// One line an event: "leading", "following IDENTITY", "stopped". It steps down on SIGTERM with -release, and leaves the
// Lease as it is without, as the Go provider does.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type options struct {
	kubeconfig string
	namespace  string
	name       string
	identity   string
	lease      time.Duration
	renew      time.Duration
	retry      time.Duration
	release    bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := run(ctx, parse()); err != nil {
		log.Fatalf("candidate: %s", err)
	}
}

func parse() options {
	var o options
	flag.StringVar(&o.kubeconfig, "kubeconfig", "", "`file` that says where the API server is")
	flag.StringVar(&o.namespace, "namespace", "kube-system", "of the Lease")
	flag.StringVar(&o.name, "name", "cloud-controller-manager", "of the Lease")
	flag.StringVar(&o.identity, "identity", "", "who stands")
	flag.DurationVar(&o.lease, "lease-duration", 15*time.Second, "how long others wait for a leader that is silent")
	flag.DurationVar(&o.renew, "renew-deadline", 10*time.Second, "how long the leader tries to renew")
	flag.DurationVar(&o.retry, "retry-period", 2*time.Second, "between two tries")
	flag.BoolVar(&o.release, "release", false, "step down on SIGTERM")
	flag.Parse()
	return o
}

func run(ctx context.Context, o options) error {
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	lock, err := lock(config, o)
	if err != nil {
		return err
	}
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock:            lock,
		LeaseDuration:   o.lease,
		RenewDeadline:   o.renew,
		RetryPeriod:     o.retry,
		ReleaseOnCancel: o.release,
		Name:            o.name,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { fmt.Println("leading") },
			OnStoppedLeading: func() { fmt.Println("stopped") },
			OnNewLeader:      func(identity string) { tell(identity, o.identity) },
		},
	})
	if err != nil {
		return err
	}
	elector.Run(ctx)
	if ctx.Err() == nil {
		os.Exit(1) // The lease was lost.
	}
	return nil
}

// lock talks to the API server as component-base's election does: with half the renewal deadline for each call.
func lock(config *rest.Config, o options) (resourcelock.Interface, error) {
	electing := rest.AddUserAgent(config, "leader-election")
	electing.Timeout = o.renew / 2
	client, err := kubernetes.NewForConfig(electing)
	if err != nil {
		return nil, err
	}
	return resourcelock.New(resourcelock.LeasesResourceLock, o.namespace, o.name, client.CoreV1(), client.CoordinationV1(),
		resourcelock.ResourceLockConfig{Identity: o.identity})
}

func tell(leader, me string) {
	if leader != me {
		fmt.Println("following " + leader)
	}
}
