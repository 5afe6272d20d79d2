#!/bin/sh
# Start the image in a virtual machine (qemu, no Pi's pins) and wait until its page answers; twice, with
# the plug pulled between, so that the first start and every other are seen.
#
#   systemd/image/boot.sh [FOLDER]        FOLDER/first.log and FOLDER/second.log keep what the console said
#
# The machine gets the image's own kernel and root, and a card twice as large as the image.
set -eu

work=${1:-build/image}
card=$work/card.img
limit=${LIMIT:-1200} # seconds a start may take; there is no KVM on many machines
port=${PORT:-8780}

root_start=$((516 * 1024 * 1024)) # as build.sh lays it out

say() { printf 'boot: %s\n' "$*"; }
fail() { printf 'boot: %s\n' "$*" >&2; exit 1; }
ask() { curl --silent --fail --max-time 20 --header 'Host: lunka.local' "$@"; }
page=http://127.0.0.1:$port

prepare() {
    command -v qemu-system-aarch64 >/dev/null || fail "install first: apt install qemu-system-arm"
    [ -f "$work/lunka.img" ] || fail "there is no $work/lunka.img; make it: make image"
    cp --sparse=always "$work/lunka.img" "$card"
    truncate -s 8G "$card"
    for file in vmlinuz initrd.img; do
        mcopy -n -o -i "$card@@4M" "::$file-*" "$work/$file"
    done
}

start() {
    qemu-system-aarch64 -M virt -cpu cortex-a72 -smp 2 -m 1024 -display none -nodefaults -no-reboot \
        -kernel "$work/vmlinuz" -initrd "$work/initrd.img" \
        -append "console=ttyAMA0 root=LABEL=lunka rw rootwait net.ifnames=0 systemd.show_status=1 systemd.journald.forward_to_console=1 modules-load=mac80211_hwsim" \
        -drive "file=$card,if=virtio,format=raw" -device virtio-rng-pci \
        -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$port-:80" -device virtio-net-pci,netdev=net \
        -serial "file:$work/$1.log" &
    machine=$!
    trap 'kill $machine 2>/dev/null' EXIT
    trap 'exit 1' HUP INT TERM
}

wait_for_page() {
    begun=$(date +%s)
    until health=$(ask "$page/health"); do
        kill -0 $machine 2>/dev/null || fail "the machine ended; see $work/$1.log"
        [ $(($(date +%s) - begun)) -lt "$limit" ] || fail "no answer in $limit s; see $work/$1.log"
        sleep 2
    done
    say "$1 start: /health answered after $(($(date +%s) - begun)) s: $health"
}

pull_plug() { kill -9 $machine; wait $machine 2>/dev/null || true; trap - EXIT; }

key_on_card() { mtype -i "$card@@4M" ::lunka/phone.txt | sed -n 's/^ *http.*#key=//p' | tr -d '\r' | head -1; }

may_command() {
    ask --output /dev/null --request POST --header "Authorization: Bearer $1" "$page/api/key"
}

try_key() {
    key=$(key_on_card)
    [ -n "$key" ] || fail "the card does not tell the key: lunka/phone.txt"
    may_command "$key" || fail "the key on the card is not the table's"
    ! may_command wrong-key || fail "a wrong key was let in"
    say "the key in lunka/phone.txt on the card commands, another does not"
}

look_at_disk() {
    # The plug was pulled: what was written is in the journal, and only there.
    e2fsck -E journal_only -y "$card?offset=$root_start" >/dev/null 2>&1 || true
    blocks=$(dumpe2fs -h "$card?offset=$root_start" 2>/dev/null | sed -n 's/^Block count: *//p')
    [ $((blocks * 4096)) -gt 7000000000 ] || fail "the root did not grow: $blocks blocks of 4 kB"
    debugfs -R 'ls -p /etc/ssh' "$card?offset=$root_start" 2>/dev/null | grep -q ssh_host_ed25519_key ||
        fail "no SSH host key was made"
    say "the root has grown to $((blocks / 256)) MB, and the machine has SSH keys of its own"
}

prepare
start first
wait_for_page first
try_key
first_key=$key
pull_plug
start second
wait_for_page second
try_key
[ "$key" = "$first_key" ] || fail "the second start made another key"
pull_plug
look_at_disk
rm -f "$card"
