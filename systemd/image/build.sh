#!/bin/sh
# Build the SD-card image: a Debian root, Lunka put in by its own installer, two partitions.
#
#   sudo systemd/image/build.sh [FOLDER]        everything made is kept in FOLDER (build/image)
#
# MIRROR=URL takes Debian's packages from another place than this machine does. What was downloaded is
# kept: the next build fetches only what is new. No loop device and no mounted image is needed.
set -eu
umask 022

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
work=${1:-build/image}
suite=trixie
compilers="gcc g++ python3-dev swig"
# Whose devices the unit is written for; pins and SPI of a Pi 3 have the same names.
model="Raspberry Pi 4 Model B"
firmware_mb=512
spare_mb=256 # what the root has free before it grows to the whole card

begun=$(date +%s)
say() { printf 'image: %3d min  %s\n' $((($(date +%s) - begun) / 60)) "$*"; }
fail() { printf 'image: %s\n' "$*" >&2; exit 1; }

need_tools() {
    [ "$(id -u)" = 0 ] || fail "this needs root (a root of another machine is made); run it with sudo"
    missing=
    for pair in mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static mke2fs:e2fsprogs mkfs.vfat:dosfstools \
        mcopy:mtools sfdisk:fdisk dtc:device-tree-compiler; do
        command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair#*:}"
    done
    [ -z "$missing" ] || fail "install first: apt install$missing"
}

# The Pi's programs run here under qemu: the kernel must know whom to call for them.
know_arm64() {
    registry=/proc/sys/fs/binfmt_misc
    [ -e $registry/register ] || mount -t binfmt_misc binfmt_misc $registry ||
        fail "this kernel has no binfmt_misc, so arm64 programs cannot run here; build on another machine"
    [ -e $registry/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$registry/register
}

own_mirror() {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
        sed -n 's/^URIs: *//p; s/^deb [^h]*\(http[^ ]*\).*/\1/p' | head -1
}

make_debian() {
    if [ "$work/debian.tar" -nt "$here/packages" ]; then
        say "taking the Debian root of $(date -r "$work/debian.tar" +%F); delete $work/debian.tar for a new one"
        return 0
    fi
    mirror=${MIRROR:-$(own_mirror)}
    [ -n "$mirror" ] || fail "no Debian mirror is known here; name one: MIRROR=URL"
    say "making a Debian root from $(sed 's/#.*//' "$here/packages" | wc -w) packages and what they need"
    mkdir -p "$work/debs"
    # dpkg need not wait for the disk: what breaks off half-way is made anew. The start of the system
    # (initramfs) is made once, with the kernel, and not again with every package that has a word in it.
    mmdebstrap --mode=root --variant=minbase --arch=arm64 --format=tar \
        --dpkgopt=force-unsafe-io --dpkgopt=force-confold \
        --include="$(sed 's/#.*//' "$here/packages" | xargs | tr ' ' ,)" \
        --skip=download/empty --skip=essential/unlink \
        --setup-hook='mkdir -p "$1/var/cache/apt/archives"' \
        --setup-hook="sync-in $work/debs /var/cache/apt/archives" \
        --essential-hook='mkdir "$1/etc/initramfs-tools"' \
        --essential-hook='echo update_initramfs=no >"$1/etc/initramfs-tools/update-initramfs.conf"' \
        --customize-hook="sync-out /var/cache/apt/archives $work/debs" \
        "$suite" "$work/debian.tar.new" \
        "deb $mirror $suite main non-free-firmware" \
        "deb $mirror $suite-updates main non-free-firmware" \
        "deb $mirror $suite-backports main" \
        "deb ${mirror%/}-security $suite-security main non-free-firmware"
    mv "$work/debian.tar.new" "$work/debian.tar"
}


# Some of the tools in there ask /proc where they are.
in_tree() {
    mountpoint -q "$tree/proc" || mount -t proc proc "$tree/proc"
    chroot "$tree" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

leave_tree() { ! mountpoint -q "$tree/proc" || umount "$tree/proc"; }

unpack() {
    say "unpacking Debian"
    leave_tree
    rm -rf "$tree"
    mkdir -p "$tree"
    tar -xf "$work/debian.tar" -C "$tree"
    rm "$tree/etc/dpkg/dpkg.cfg.d/99mmdebstrap"
    echo update_initramfs=yes >"$tree/etc/initramfs-tools/update-initramfs.conf"
    cp -r "$here/root/." "$tree"
    chmod 440 "$tree/etc/sudoers.d/maker"
    cp "$here/root/etc/lunka/table.toml" "$tree/boot/firmware/lunka/table-example.toml"
    # The new root asks this machine's name servers and trusts what it trusts, until it is packed.
    cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
    cp -L /etc/ssl/certs/ca-certificates.crt "$tree/var/tmp/certificates"
}

# What has no wheel for the Pi is compiled in the new root, with tools that go again.
add_lunka() {
    say "installing Lunka"
    mkdir -p "$work/pip" && cp -r "$work/pip" "$tree/var/cache/pip"
    cp "$work"/debs/*.deb "$tree/var/cache/apt/archives/"
    in_tree apt-get -q update
    # shellcheck disable=SC2086
    in_tree apt-get -qq install --yes --no-install-recommends $compilers
    # A bundle that this machine names to its programs would be looked for in the new root.
    trusted=/var/tmp/certificates
    PIP_CERT=$trusted REQUESTS_CA_BUNDLE=$trusted CURL_CA_BUNDLE=$trusted SSL_CERT_FILE=$trusted \
        PIP_CACHE_DIR=/var/cache/pip "$source/systemd/install.sh" --root "$tree" \
        --model "$model" --extra pi --extra spi
    cp "$tree"/var/cache/apt/archives/*.deb "$work/debs/"
    rm -rf "$work/pip" && cp -r "$tree/var/cache/pip" "$work/pip"
    # shellcheck disable=SC2086
    in_tree apt-get -qq purge --yes --autoremove $compilers
    in_tree /usr/local/bin/lunka --version
}

prepare_start() {
    in_tree useradd --create-home --shell /bin/bash --groups sudo,gpio,spi,dialout --comment "Board maker" maker
    in_tree systemctl --quiet enable lunka-card.service nftables.service
    dtc -@ -q -I dts -O dtb -o "$tree/boot/firmware/overlays/lunka-spi.dtbo" "$here/lunka-spi.dts"
    for pi in "$tree"/boot/firmware/bcm2837-rpi-3-*.dtb "$tree"/boot/firmware/bcm2711-rpi-4-*.dtb; do
        fdtoverlay -i "$pi" -o "$work/merged.dtb" "$tree/boot/firmware/overlays/lunka-spi.dtbo" ||
            fail "the SPI overlay does not fit ${pi##*/}"
    done
    in_tree DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware
}

# Each card makes its own at the first start: machine id, SSH keys, the table's key.
forget() {
    : >"$tree/etc/machine-id"
    rm -rf "$tree"/etc/ssh/ssh_host_* "$tree"/var/lib/systemd/random-seed "$tree"/var/lib/dbus/machine-id \
        "$tree"/etc/resolv.conf "$tree"/var/tmp/* "$tree"/tmp/* "$tree"/root/.cache "$tree"/var/cache/pip \
        "$tree"/var/cache/apt/* "$tree"/var/lib/apt/lists/* "$tree"/var/log/*.log "$tree"/var/log/apt
    ! grep -q '^[^:]*:[^*!]' "$tree/etc/shadow" || fail "somebody has a password: see $tree/etc/shadow"
}

# Two partitions: what the Pi's firmware reads (FAT) and the root (ext4), written straight into the file.
pack() {
    image=$work/lunka.img
    say "packing $image"
    leave_tree
    rm -rf "$work/firmware" && mv "$tree/boot/firmware" "$work/firmware" && mkdir "$tree/boot/firmware"
    root_mb=$(($(du -sm --apparent-size "$tree" | cut -f1) * 115 / 100 + spare_mb))
    root_start=$((4 + firmware_mb))
    rm -f "$image"
    truncate -s $((root_start + root_mb))M "$image"
    printf 'label: dos\nstart=4MiB, size=%sMiB, type=c, bootable\nstart=%sMiB, type=83\n' \
        $firmware_mb $root_start | sfdisk --quiet "$image"
    mkfs.vfat -F 32 -n LUNKA-BOOT --offset $((4 * 2048)) "$image" $((firmware_mb * 1024)) >/dev/null
    mcopy -s -i "$image@@4M" "$work"/firmware/* ::
    mke2fs -q -t ext4 -L lunka -d "$tree" -E offset=$((root_start * 1024 * 1024)) "$image" ${root_mb}M
    xz -T0 -2 --keep --force "$image"
    (cd "$work" && sha256sum lunka.img.xz >lunka.img.xz.sha256)
    say "$(du -m "$image.xz" | cut -f1) MB to download, $((root_start + root_mb)) MB on the card: $image.xz"
}

mkdir -p "$work"
work=$(cd "$work" && pwd)
tree=$work/tree
export TMPDIR="$work"
trap leave_tree EXIT
trap 'exit 1' HUP INT TERM
need_tools
know_arm64
make_debian
unpack
add_lunka
prepare_start
forget
pack
