"""What tests of other packages may use: installed with Lunka, loaded by nobody else."""
