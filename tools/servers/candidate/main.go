// Command candidate takes part in a leader election on a Lease, with the leader election of client-go, as every Go
// controller manager does. It prints the result to standard output, and does nothing else while it is the leader.
//
//	candidate -kubeconfig file -name lease -identity me
//
// It prints one line for each event: "leading", "following IDENTITY" or "stopped". With -release, it releases the Lease
// on SIGTERM. Without -release, it leaves the Lease unchanged, as cloud-provider-vsphere (Go) does.
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
	flag.StringVar(&o.kubeconfig, "kubeconfig", "", "kubeconfig `file`")
	flag.StringVar(&o.namespace, "namespace", "kube-system", "namespace of the Lease")
	flag.StringVar(&o.name, "name", "cloud-controller-manager", "name of the Lease")
	flag.StringVar(&o.identity, "identity", "", "identity of this candidate")
	flag.DurationVar(&o.lease, "lease-duration", 15*time.Second, "time after the last renewal until others may take the Lease")
	flag.DurationVar(&o.renew, "renew-deadline", 10*time.Second, "time within which the leader must renew the Lease")
	flag.DurationVar(&o.retry, "retry-period", 2*time.Second, "time between two attempts")
	flag.BoolVar(&o.release, "release", false, "release the Lease on SIGTERM")
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

// lock returns a Lease lock with a timeout of half the renewal deadline for each request, as component-base sets it.
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
